import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { daySeconds, type TrendLine } from './trend-lines'

const height = 132
/** The colours of the lines, as home.css names them, and of what is around them. */
const lineColor = (style: CSSStyleDeclaration, index: number) => style.getPropertyValue(`--home-line-${index + 1}`).trim()

interface TrendPlotProps {
  /** The first moment of the first day, epoch ms. */
  readonly from: number
  readonly lines: readonly TrendLine[]
  readonly label: string
}

/** Lines of counts per day, drawn anew when the theme changes. */
export function TrendPlot({ from, lines, label }: TrendPlotProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const draw = () => {
      const style = getComputedStyle(element)
      const [text, grid] = ['--color-text-3', '--color-border-1'].map((name) => style.getPropertyValue(name).trim())
      const axis = {
        stroke: text ?? '',
        font: `11px ${style.fontFamily}`,
        grid: { stroke: grid ?? '', width: 1 },
        ticks: { show: false },
      }
      const days = lines[0]?.counts.length ?? 0
      return new UPlot(
        {
          width: Math.max(element.clientWidth, 1),
          height,
          padding: [8, 8, 0, 0],
          legend: { show: false },
          cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
          // Days are Beijing's, wherever the computer is.
          tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Asia/Shanghai'),
          axes: [
            { ...axis, size: 24, space: 56, values: (_, splits) => splits.map((at) => dayText(at)) },
            { ...axis, size: 36, space: 28, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] },
          ],
          scales: { y: { range: (_self, _min, max) => [0, Math.max(max, 1) * 1.05] } },
          series: [
            {},
            ...lines.map(({ name }, index) => ({
              label: name,
              stroke: lineColor(style, index),
              width: 1.5,
              points: { show: days < 10, size: 4 },
            })),
          ],
        },
        [daySeconds(from, days), ...lines.map(({ counts }) => [...counts])],
        element,
      )
    }
    let plot = draw()
    const resizing = new ResizeObserver(() => plot.setSize({ width: Math.max(element.clientWidth, 1), height }))
    resizing.observe(element)
    const themes = new MutationObserver(() => {
      plot.destroy()
      plot = draw()
    })
    themes.observe(document.body, { attributes: true, attributeFilter: ['arco-theme'] })
    return () => {
      themes.disconnect()
      resizing.disconnect()
      plot.destroy()
    }
  }, [from, lines])
  return <div ref={box} className="home-plot" role="img" aria-label={label} />
}

/** 11-27 */
const dayText = (seconds: number): string => {
  const day = UPlot.tzDate(new Date(seconds * 1000), 'Asia/Shanghai')
  return `${day.getMonth() + 1}-${day.getDate()}`
}
