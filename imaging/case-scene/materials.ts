/** How each look answers light, for the solid. Chosen by eye on the five looks side by side; none of the figures is measured. */
import type { Look } from '../../contract/rules/look'

interface Surface {
  /** Share of light that is reflected straight on; plastic has 0.04, metal more than 0.5. */
  readonly reflectance: number
  /** 0 mirrors, 1 scatters all. */
  readonly roughness: number
}

export interface Material {
  readonly print: Surface
  /** Where nothing is printed: walls, lip and inside. */
  readonly bare: Surface
  /** Opacity of the case where nothing is printed. */
  readonly opacity: number
  /** Relief of the surface: its strength, and the side of its tile, mm. */
  readonly relief: number
  readonly tile: number
  /** The unevenness of the surface: the cells of leather, or grain. */
  readonly cells: boolean
}

const plastic: Material = {
  print: { reflectance: 0.06, roughness: 0.015 },
  bare: { reflectance: 0.05, roughness: 0.1 },
  opacity: 1,
  relief: 0,
  tile: 24,
  cells: false,
}

export const materials: Readonly<Record<Look, Material>> = {
  glossy: plastic,
  frosted: {
    ...plastic,
    print: { reflectance: 0.04, roughness: 0.62 },
    bare: { reflectance: 0.04, roughness: 0.6 },
    relief: 0.1,
    tile: 14,
  },
  clear: {
    ...plastic,
    print: { reflectance: 0.05, roughness: 0.02 },
    bare: { reflectance: 0.07, roughness: 0.02 },
    opacity: 0.2,
  },
  leather: {
    ...plastic,
    print: { reflectance: 0.05, roughness: 0.42 },
    bare: { reflectance: 0.05, roughness: 0.45 },
    relief: 0.75,
    tile: 26,
    cells: true,
  },
  mirror: {
    ...plastic,
    print: { reflectance: 0.26, roughness: 0 },
    bare: { reflectance: 0.72, roughness: 0.1 },
  },
}
