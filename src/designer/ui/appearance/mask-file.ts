/** Reads a mask of the seller's own from an SVG file: its first path. */
import type { Form } from '../../../../contract/rules/appearance'
import { textLimits } from '../../../../contract/rules/limits'

const maxBytes = 1024 * 1024
const pathData = /^[MmLlHhVvCcSsQqTtAaZz0-9\s.,eE+-]+$/

/** Returns the form of an SVG's first path, or why it cannot be a mask. */
export function pathForm(svg: string): { readonly form: Form } | { readonly problem: string } {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const path = root.querySelector('path')
  const d = path?.getAttribute('d')?.trim() ?? ''
  if (d === '') return { problem: '这个 SVG 文件里没有路径，请在设计软件中把形状转为路径后重新导出' }
  if (d.length > textLimits.path || !pathData.test(d)) return { problem: '这个 SVG 的路径过于复杂或格式不正确，请简化后重试' }
  const box = (root.documentElement.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x = 0, y = 0, width = 0, height = 0] = box.length === 4 && box.every(Number.isFinite) ? box : []
  if (!(width > 0 && height > 0)) return { problem: '这个 SVG 没有 viewBox，无法确定形状的大小，请重新导出' }
  if (x !== 0 || y !== 0) return { problem: '这个 SVG 的 viewBox 不是从 0 0 开始，请重新导出' }
  return { form: { kind: 'path', d, width, height } }
}

/** Opens a file dialog; null when none was chosen. */
export function readPathFile(): Promise<{ readonly form: Form } | { readonly problem: string } | null> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.svg,image/svg+xml'
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve(null))
    input.addEventListener('change', () => {
      const [file] = input.files ?? []
      if (!file) resolve(null)
      else if (file.size > maxBytes) resolve({ problem: 'SVG 文件不能超过 1 MB' })
      else
        file.text().then(
          (text) => resolve(pathForm(text)),
          () => resolve({ problem: '文件没有读取成功，请重新选择' }),
        )
    })
    input.click()
  })
}
