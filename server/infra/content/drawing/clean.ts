/** The parts of a document that belong to its picture: an allow-list of elements and attributes, and texts about those that cannot be printed. */
import { properties } from './cascade'
import { refuse } from './read-xml'
import { otherFile } from './references'
import { type Element, elementsOf, replaceWith, textOf, walk } from './tree'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Drawn elements and their building blocks. */
const elements = words(
  'svg g defs symbol use path rect circle ellipse line polyline polygon clipPath mask pattern marker linearGradient ' +
    'radialGradient stop image filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix ' +
    'feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur ' +
    'feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence',
)
/** Attributes that are not properties. */
const attributes = words(
  'id href d points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height viewBox preserveAspectRatio dx dy transform ' +
    'pathLength offset gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform ' +
    'clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight orient refX refY filterUnits ' +
    'primitiveUnits result in in2 stdDeviation mode type values tableValues slope intercept amplitude exponent k1 k2 k3 k4 ' +
    'operator order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha kernelUnitLength surfaceScale ' +
    'diffuseConstant specularConstant specularExponent limitingConeAngle pointsAtX pointsAtY pointsAtZ azimuth elevation z ' +
    'scale xChannelSelector yChannelSelector radius baseFrequency numOctaves seed stitchTiles',
)
const textElements = words('text tspan textPath tref altGlyph flowRoot')
const animations = words('animate animateColor animateMotion animateTransform set')
/** Pictures of other kinds than SVG's own that browsers draw inside one. */
const foreign = words('foreignObject video canvas iframe')
/** A container of these draws its content where something refers to it. */
const resources = words('clipPath mask pattern marker')

/** Notes for the seller about a drawing that was accepted. */
export const notes = {
  pixels: '图案里有少见的滤镜（如纹理、光照），已按印刷尺寸转成图片，放大后不再清晰，颜色也不能单独修改',
  still: '图案里的动画没有保留，印刷的是静止的样子',
}

/** Removes everything that is not drawn; `note` is called with notes for the seller. @throws Failure for parts that cannot be left out. */
export function leaveDrawn(root: Element, note: (text: string) => void): void {
  chooseAlternatives(root)
  requirePrintable(root)
  walk(root, (element) => {
    if ([...element.attributes.keys()].some((name) => name.startsWith('style-animation'))) note(notes.still)
    for (const child of elementsOf(element)) {
      if (animations.has(child.name)) note(notes.still)
      if (child.name === 'a') child.name = 'g'
      if (!elements.has(child.name)) replaceWith(child)
    }
    element.children = elementsOf(element)
    for (const name of [...element.attributes.keys()]) {
      const kept = attributes.has(name) || properties.has(name) || name.startsWith('--') || name.startsWith('style-')
      if (!kept || name.startsWith('style-animation')) element.attributes.delete(name)
    }
  })
}

/** Of a `switch`, browsers draw the first child whose conditions hold; elsewhere an element whose conditions do not hold is left out. */
function chooseAlternatives(element: Element): void {
  const children = elementsOf(element)
  const holding = children.filter(conditionsHold)
  const chosen = element.name === 'switch' ? holding.slice(0, 1) : holding
  for (const child of children) if (!chosen.includes(child)) replaceWith(child)
  if (element.name === 'switch') element.name = 'g'
  for (const child of chosen) chooseAlternatives(child)
}

function conditionsHold({ attributes: own }: Element): boolean {
  const extensions = own.get('requiredExtensions')
  const languages = own.get('systemLanguage')
  if (extensions !== undefined && extensions.trim() !== 'http://www.w3.org/1999/xhtml') return false
  return languages === undefined || languages.split(',').some((language) => /^zh\b/i.test(language.trim()))
}

function requirePrintable(root: Element): void {
  const used = new Set<string>()
  walk(root, ({ attributes: own }) => {
    for (const value of own.values()) for (const [, id = ''] of value.matchAll(/#([^)"']+)/g)) used.add(id)
  })
  const check = (element: Element, drawn: boolean): void => {
    if (element.attributes.get('display') === 'none') return
    const id = element.attributes.get('id')
    const isUsed = id !== undefined && used.has(id)
    const isDrawn =
      resources.has(element.name) || element.name === 'symbol' ? isUsed : isUsed || (drawn && element.name !== 'defs')
    if (isDrawn) requireDrawable(element)
    for (const child of elementsOf(element)) check(child, isDrawn)
  }
  check(root, true)
}

function requireDrawable(element: Element): void {
  if (textElements.has(element.name)) {
    const text = textOf(element).replace(/\s+/g, ' ').trim()
    if (text !== '') {
      const shown = text.length > 20 ? `${text.slice(0, 20)}…` : text
      throw refuse(`图案里有没有转曲的文字「${shown}」，印刷时没有它的字体；请在设计软件里把文字转曲（创建轮廓）后重新上传`)
    }
  }
  if (foreign.has(element.name) && element.attributes.get('width') !== '0') {
    throw refuse(`图案里有网页内容（${element.name}），无法印刷；请在设计软件里转成图形后重新上传`)
  }
  const href = element.attributes.get('href')
  if (/^(?:image|feImage)$/.test(element.name) && href && !/^\s*(?:data:|#)/i.test(href)) throw otherFile()
}
