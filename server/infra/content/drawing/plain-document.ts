/** A document in the small form that the library for drawings (usvg) reads as browsers read the original. */
import { drawingSize } from '../../../../contract/rules/lengths'
import { applyStyles } from './cascade'
import { leaveDrawn } from './clean'
import { computeValues, inherited } from './computed'
import { plainGradients } from './gradients'
import { plainPictures } from './pictures'
import { readSvg, refuse } from './read-xml'
import { plainReferences, requireBounded } from './references'
import { hexColor, isValid } from './style-values'
import type { Box } from './transforms'
import { append, type Element, newElement, walk } from './tree'
import { inlineClips, inlineUses } from './uses'

/** Drawings inside of drawings inside of drawings. */
const maxDocuments = 40
const maxInside = 3
/** Size of a drawing that names none, by CSS. */
const defaultSize: Box = { width: 300, height: 150 }
/** Id of the elements whose stroke keeps its width in px of the whole drawing, whatever transforms are around it. */
export const fixedStroke = 'fixed-stroke-'

/** A radius that the library keeps and that is less than a px everywhere. */
const leastRadius = 1e-4

export interface PlainDocument {
  readonly root: Element
  readonly size: Box
}

/** @throws Failure 'unsupported-file' in words for the seller. */
export async function plainDocument(bytes: Buffer, note: (text: string) => void): Promise<PlainDocument> {
  let documents = 0
  const read = async (file: Buffer, depth: number): Promise<PlainDocument> => {
    documents += 1
    if (documents > maxDocuments || depth > maxInside) throw refuse('SVG 过于复杂，请简化后上传')
    const root = readSvg(file)
    applyStyles(root)
    leaveDrawn(root, note)
    plainReferences(root, `d${documents}i`)
    requireBounded(root)
    inlineUses(root)
    const size = sizeOf(root)
    computeValues(root, size)
    inlineClips(root)
    plainGradients(root)
    await plainPictures(root, async (inside) => asPicture((await read(inside, depth + 1)).root))
    markFixedStrokes(root)
    plainMorphology(root)
    return { root: boxed(root, size), size }
  }
  return read(bytes, 0)
}

function sizeOf({ attributes }: Element): Box {
  const text = (name: string): string => attributes.get(name) ?? ''
  const found = drawingSize({ width: text('width'), height: text('height'), viewBox: text('viewBox') })
  if (found) return found
  // One length alone stands beside the default of the other.
  const alone = (name: string, other: number) => drawingSize({ width: text(name), height: '1', viewBox: '' })?.width ?? other
  return { width: alone('width', defaultSize.width), height: alone('height', defaultSize.height) }
}

/** Puts a document into a root without a scale of its own, and what its outermost element says of drawing into a group. */
function boxed(root: Element, { width, height }: Box): Element {
  const group = newElement('g')
  const inner = newElement('svg', { width: `${width}`, height: `${height}`, overflow: 'visible' })
  for (const [name, value] of root.attributes) {
    if (name === 'viewBox' || name === 'preserveAspectRatio') inner.attributes.set(name, value)
    else if (!/^(?:width|height|x|y|overflow|style-background.*)$/.test(name)) group.attributes.set(name, value)
  }
  const background = backgroundOf(root)
  if (background !== null) {
    append(
      group,
      newElement('rect', { width: `${width}`, height: `${height}`, fill: background, 'fill-opacity': '1', stroke: 'none' }),
    )
  }
  for (const child of root.children) append(inner, child)
  append(group, inner)
  const outer = newElement('svg', { width: `${width}`, height: `${height}`, viewBox: `0 0 ${width} ${height}` }, [group])
  walk(outer, ({ attributes }) => {
    const blend = attributes.get('style-mix-blend-mode')
    // Only browsers newer than the client's draw it.
    if (blend === 'plus-lighter')
      throw refuse('SVG 里用了“线性减淡（plus-lighter）”混合模式，无法印刷；请在设计软件里换成其他混合模式后重新导出')
    const isolated = attributes.get('style-isolation') === 'isolate'
    if (blend || isolated)
      attributes.set('style', `mix-blend-mode:${blend ?? 'normal'};isolation:${isolated ? 'isolate' : 'auto'}`)
    for (const name of [...attributes.keys()]) if (name.startsWith('style-')) attributes.delete(name)
  })
  return outer
}

function backgroundOf({ attributes }: Element): string | null {
  const text = attributes.get('style-background-color') ?? attributes.get('style-background') ?? ''
  const image = `${text} ${attributes.get('style-background-image') ?? ''}`
  if (/url\(|gradient\(|image/i.test(image)) {
    throw refuse('SVG 的背景是样式里的图片或渐变，无法印刷；请在设计软件里画成图形后重新上传')
  }
  return text !== '' && !/^(?:none|inherit|initial|unset|currentcolor)$/i.test(text) && isValid('color', text)
    ? hexColor(text)
    : null
}

/** A picture inherits nothing from the elements around it. */
function asPicture(root: Element): Element {
  for (const [name, value] of Object.entries(inherited)) if (!root.attributes.has(name)) root.attributes.set(name, value)
  return root
}

function markFixedStrokes(root: Element): void {
  let count = 0
  walk(root, ({ attributes }) => {
    if (attributes.get('vector-effect') === 'non-scaling-stroke') attributes.set('id', `${fixedStroke}${count++}`)
    attributes.delete('vector-effect')
  })
}

/** A radius of nothing leaves a step's source as it is, in one direction or in both; the library reads another. */
function plainMorphology(root: Element): void {
  walk(root, (element) => {
    if (element.name !== 'feMorphology') return
    const radii = (element.attributes.get('radius') ?? '0')
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    element.attributes.set('radius', radii.map((radius) => (radius === 0 ? leastRadius : radius)).join(' '))
    if (radii.every((radius) => radius >= 0) && radii.some((radius) => radius > 0)) return
    element.name = 'feOffset'
    for (const name of ['radius', 'operator']) element.attributes.delete(name)
  })
}
