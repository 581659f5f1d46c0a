/** Determines which materials and colours a phone model can be shown in. Pure. */
import type { MaterialColor, PhoneCaseMaterial, Sku } from '../../../contract/types'

export interface ColorChoice {
  readonly color: MaterialColor
  readonly available: boolean
}
export interface MaterialChoice {
  readonly material: PhoneCaseMaterial
  readonly available: boolean
  readonly colors: readonly ColorChoice[]
}

/**
 * Returns every material and colour with a flag whether the model has a SKU of it. SKUs off the shelf count too, because sellers
 * design before they list.
 */
export function materialChoices(materials: readonly PhoneCaseMaterial[], skus: readonly Sku[]): readonly MaterialChoice[] {
  const colorIds = new Set(skus.map((sku) => sku.materialColorId))
  return materials.map((material) => {
    const colors = material.colors.map((color) => ({ color, available: colorIds.has(color.id) }))
    return { material, colors, available: colors.some((choice) => choice.available) }
  })
}

/** Returns the colour to show a model in: the present one if the model has it, otherwise its first. Null when it has none. */
export function colorFor(choices: readonly MaterialChoice[], preferred: number | null): number | null {
  const available = choices.flatMap((choice) => choice.colors.filter((one) => one.available))
  return (available.find((one) => one.color.id === preferred) ?? available[0])?.color.id ?? null
}

/** Returns the first available colour of a material. */
export function firstColorOf(choice: MaterialChoice | undefined): number | null {
  return choice?.colors.find((one) => one.available)?.color.id ?? null
}

/** Returns the wireframe id for a model in a colour; null when there is none. */
export function wireframeIdOf(skus: readonly Sku[], modelId: number | null, colorId: number | null): number | null {
  const ofModel = skus.filter((sku) => sku.phoneModelId === modelId)
  return ofModel.find((sku) => sku.materialColorId === colorId)?.wireframeId ?? null
}
