/** Gradients that libraries for drawings know no other way: with a focal circle, or between colours that CSS mixes elsewhere. */
import { formatHex8, interpolate } from 'culori'
import { clamp } from '../../../../contract/ground/number'
import { refuse } from './read-xml'
import { append, cloneOf, type Element, elementsOf, newElement, walk } from './tree'

/** Attribute of a stop whose colour was written in a notation that browsers mix in Oklab. */
export const mixedInOklab = 'style-oklab'
/** Steps between two stops: eye and print see no difference to the curve. */
const steps = 12

export function plainGradients(root: Element): void {
  const byId = new Map<string, Element>()
  walk(root, (element) => byId.set(element.attributes.get('id') ?? '', element))
  const linked = (element: Element): Element | undefined => byId.get(element.attributes.get('href')?.slice(1) ?? '')
  walk(root, (element) => {
    if (/^(?:linear|radial)Gradient$/.test(element.name)) mixStops(element)
  })
  walk(root, (element) => {
    if (element.name === 'radialGradient') openFocus(element, linked)
  })
}

function mixStops(gradient: Element): void {
  const stops = elementsOf(gradient).filter(({ name }) => name === 'stop')
  if (!stops.some(({ attributes }) => attributes.has(mixedInOklab))) return
  gradient.children = []
  stops.forEach((stop, at) => {
    append(gradient, stop)
    const next = stops[at + 1]
    if (!next) return
    const [from, to] = [colorOf(stop), colorOf(next)]
    const mix = interpolate([from, to], 'oklab')
    const [start, end] = [offsetOf(stop), Math.max(offsetOf(stop), offsetOf(next))]
    for (let step = 1; step < steps; step += 1) {
      const color = formatHex8(mix(step / steps))
      append(gradient, newElement('stop', { offset: `${start + ((end - start) * step) / steps}`, 'stop-color': color }))
    }
  })
}

const colorOf = ({ attributes }: Element): string => {
  const color = attributes.get('stop-color') ?? '#000000'
  const opacity = Number(attributes.get('stop-opacity') ?? 1) * (color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1)
  return (
    color.slice(0, 7) +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, '0')
  )
}

const share = (text: string): number => Number.parseFloat(text) / (text.trim().endsWith('%') ? 100 : 1) || 0
const offsetOf = ({ attributes }: Element): number => clamp(share(attributes.get('offset') ?? '0'), 0, 1)

/** A focal circle in the middle is the same as stops that begin at its edge. */
function openFocus(gradient: Element, linked: (element: Element) => Element | undefined): void {
  const chain: Element[] = []
  for (let one: Element | undefined = gradient; one && !chain.includes(one); one = linked(one)) chain.push(one)
  const read = (name: string): string | undefined => chain.find(({ attributes }) => attributes.has(name))?.attributes.get(name)
  const focus = read('fr')
  if (focus === undefined || share(focus) === 0) return
  const centred = (['x', 'y'] as const).every((axis) => (read(`f${axis}`) ?? read(`c${axis}`)) === read(`c${axis}`))
  const radius = read('r') ?? '50%'
  const ratio = share(focus) / share(radius)
  if (!centred || !(ratio > 0 && ratio < 1) || focus.includes('%') !== radius.includes('%')) {
    throw refuse('SVG 的渐变有偏心的焦点圆（fr），无法印刷；请在设计软件里换成普通渐变后重新上传')
  }
  const stops = chain.map((one) => elementsOf(one).filter(({ name }) => name === 'stop')).find(({ length }) => length > 0) ?? []
  const moved = stops.map((stop) => {
    const copy = cloneOf(stop)
    copy.attributes.set('offset', `${ratio + offsetOf(stop) * (1 - ratio)}`)
    return copy
  })
  gradient.attributes.delete('fr')
  gradient.children = []
  for (const stop of moved) append(gradient, stop)
}
