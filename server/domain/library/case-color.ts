/** How a colour of a material is drawn on a standard wireframe. Pure. */
import type { Look } from '../../../contract/rules/look'
import type { Finish } from './case-art'

/** Words of colours' names in the order in which they decide: 透黑 is dark, 透明 is nearly white. */
const hues: readonly (readonly [RegExp, string])[] = [
  [/黑/, '#232427'],
  [/白/, '#f6f5f2'],
  [/灰/, '#8f949b'],
  [/粉/, '#f3c8d3'],
  [/红/, '#c22d35'],
  [/橙|橘/, '#ee8f45'],
  [/黄/, '#f4de83'],
  [/绿/, '#8fb7a0'],
  [/蓝|青/, '#93b3cf'],
  [/紫/, '#b6a3d2'],
  [/金/, '#e3cda6'],
  [/银/, '#d5d8dc'],
  [/棕|咖|茶/, '#b99a7c'],
]
const transparent = '#e9edf1'

/** Returns the colour #rrggbb of a case: the seller's background colour, or what the name says; nearly white without a hint. */
export const caseHex = ({ name, hex }: { readonly name: string; readonly hex: string | null }): string =>
  hex ?? hues.find(([pattern]) => pattern.test(name))?.[1] ?? (/透|清/.test(name) ? transparent : '#f6f5f2')

const finishes: Readonly<Record<Look, Finish>> = {
  frosted: 'matte',
  leather: 'matte',
  clear: 'clear',
  glossy: 'glass',
  mirror: 'glass',
}
export const finishOf = (look: Look): Finish => finishes[look]
