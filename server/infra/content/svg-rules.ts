/** Allow-list of SVG. Anything not named here is dropped; nothing named here can run code, fetch or animate. */

/** Drawn elements and their building blocks. Deliberately absent: script, foreignObject, a, animate*, set, iframe. */
export const elements: ReadonlySet<string> = new Set(
  (
    'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath clipPath mask pattern marker ' +
    'linearGradient radialGradient stop title desc style image switch filter feBlend feColorMatrix feComponentTransfer ' +
    'feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB ' +
    'feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight ' +
    'feTile feTurbulence'
  ).split(' '),
)

/** Elements whose tag is dropped while their content is retained: a link draws like a group. */
export const unwrapped: ReadonlySet<string> = new Set(['a'])

/** Properties that may be written as an attribute, in a style attribute and in a style sheet. */
export const properties: ReadonlySet<string> = new Set(
  (
    'alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters direction ' +
    'display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size ' +
    'font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing ' +
    'lighting-color line-height marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow ' +
    'paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap ' +
    'stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering transform ' +
    'transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode'
  ).split(' '),
)

/** Attributes that are not properties. */
export const attributes: ReadonlySet<string> = new Set(
  (
    'id class d points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height viewBox preserveAspectRatio version dx dy rotate ' +
    'textLength lengthAdjust startOffset method spacing side pathLength offset gradientUnits gradientTransform spreadMethod ' +
    'patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth ' +
    'markerHeight orient refX refY filterUnits primitiveUnits result in in2 stdDeviation mode type values tableValues slope ' +
    'intercept amplitude exponent k1 k2 k3 k4 operator order kernelMatrix divisor bias targetX targetY edgeMode ' +
    'preserveAlpha kernelUnitLength surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle ' +
    'pointsAtX pointsAtY pointsAtZ azimuth elevation z scale xChannelSelector yChannelSelector radius baseFrequency ' +
    'numOctaves seed stitchTiles systemLanguage'
  ).split(' '),
)

// Matches a function that fetches, or an escape that could spell one. Only references within the document are allowed.
const fetching = /url\s*\(|image(?:-set)?\s*\(|src\s*\(|element\s*\(|expression|javascript:|\\|@|<|\/\*/i
const localUrl = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/g

/** Returns whether a property's value neither fetches nor hides anything. */
export const safeValue = (value: string): boolean => !fetching.test(value.replace(localUrl, ''))

/** Returns the safe declarations of a style attribute or of one rule, as text. */
export function cleanDeclarations(text: string): string {
  const safeDeclarations: string[] = []
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    if (colon > 0 && properties.has(property) && value !== '' && safeValue(value)) safeDeclarations.push(`${property}:${value}`)
  }
  return safeDeclarations.join(';')
}

const selector = /^[\w\s.#,>*+~:()[\]="'-]+$/

/** Reduces a style sheet to plain rules with safe declarations; at-rules are dropped with their blocks. */
export function cleanStyleSheet(text: string): string {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/<!--|-->/g, '')
  let out = ''
  let at = 0
  while (at < plain.length) {
    const open = plain.indexOf('{', at)
    if (open < 0) break
    let depth = 1
    let end = open + 1
    while (end < plain.length && depth > 0) {
      if (plain[end] === '{') depth += 1
      if (plain[end] === '}') depth -= 1
      end += 1
    }
    const head = plain.slice(plain.lastIndexOf(';', open) >= at ? plain.lastIndexOf(';', open) + 1 : at, open).trim()
    const declarations = cleanDeclarations(plain.slice(open + 1, end - 1))
    if (depth === 0 && selector.test(head) && declarations !== '') out += `${head}{${declarations}}`
    at = end
  }
  return out
}
