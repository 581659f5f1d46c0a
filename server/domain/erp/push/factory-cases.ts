/** Finds what a factory makes each case of: its codes for model, material and colour, all of which it must still list. */
import { phoneNameOf } from '../../../../contract/rules/case-names'
import type { Ctx } from '../../../kernel/context'
import { type FactoryBindings, readBindings } from '../bindings'
import type { OwnFactory } from '../factories'
import { readMaterials, readModels, type StoredMaterial, type StoredModel } from '../lists'
import { findingOfLine, type PushFinding, type PushLine } from './lines'

export interface FactoryCase {
  readonly modelCode: string
  readonly materialCode: string
  readonly colorCode: string | null
  readonly model: StoredModel
}

interface Offer {
  readonly factoryName: string
  readonly bindings: FactoryBindings
  readonly models: ReadonlyMap<string, StoredModel>
  readonly materials: ReadonlyMap<string, StoredMaterial>
}

export interface FactoryCases {
  readonly byLine: ReadonlyMap<PushLine, FactoryCase>
  readonly problems: readonly PushFinding[]
}

export async function findFactoryCases(ctx: Ctx, factory: OwnFactory, lines: readonly PushLine[]): Promise<FactoryCases> {
  const offer: Offer = {
    factoryName: factory.name,
    bindings: await readBindings(ctx, factory),
    models: new Map((await readModels(ctx, factory)).map((model) => [model.code, model])),
    materials: new Map((await readMaterials(ctx, factory)).map((material) => [material.originalId, material])),
  }
  const byLine = new Map<PushLine, FactoryCase>()
  const problems: PushFinding[] = []
  for (const line of lines) {
    const model = modelFor(offer, line)
    const material = materialFor(offer, line)
    const color = typeof material === 'string' ? null : colorFor(offer, line, material)
    for (const part of [model, material, color]) if (typeof part === 'string') problems.push(findingOfLine(line, part))
    if (typeof model === 'string' || typeof material === 'string' || typeof color === 'string') continue
    byLine.set(line, { modelCode: model.code, materialCode: material.code, colorCode: color?.code ?? null, model })
  }
  return { byLine, problems: [...problems, ...shortages(byLine)] }
}

/** Finds the cases of the account's own print floor: by the catalogue's ids, with the size of the wireframe, without which nothing is laid out. */
export function findOwnCases(lines: readonly PushLine[]): FactoryCases {
  const problems: PushFinding[] = []
  const byLine = new Map<PushLine, FactoryCase>()
  for (const line of lines) {
    const { phoneModelId, modelKnown, phoneCaseMaterialId, phoneCaseMaterialColorId, widthMm, heightMm } = line.customization
    const name = phoneNameOf(line.customization)
    if (phoneModelId === null || !modelKnown) {
      problems.push(findingOfLine(line, `的型号“${name}”不在“品牌与型号”中，请在订单详情里点“换型号”选择型号`))
    } else if (widthMm === null || heightMm === null) {
      problems.push(findingOfLine(line, '的线框图没有填写毫米尺寸，排不了版，请到 材质与线框图 填写后重新生成定制图'))
    } else {
      const codeOf = (id: number | null) => (id === null ? '' : String(id))
      const model = { code: codeOf(phoneModelId), name, widthMm: null, heightMm: null, stock: null, gone: false }
      const colorCode = phoneCaseMaterialColorId === null ? null : codeOf(phoneCaseMaterialColorId)
      byLine.set(line, { modelCode: model.code, materialCode: codeOf(phoneCaseMaterialId), colorCode, model })
    }
  }
  return { byLine, problems }
}

/** Returns the factory's model, or the sentence that says why there is none. `materialFor` and `colorFor` do the same. */
function modelFor({ factoryName, bindings, models }: Offer, { customization }: PushLine): StoredModel | string {
  const { phoneModelId: id, modelKnown } = customization
  const name = phoneNameOf(customization)
  if (id === null || !modelKnown) return `的型号“${name}”不在“品牌与型号”中，工厂无法识别，请在订单详情里点“换型号”选择型号`
  const modelBinding = bindings.models.get(id)
  if (!modelBinding) return `的型号“${name}”还没有绑定工厂“${factoryName}”的机型，请到 工厂对接 › 机型绑定 中绑定`
  const model = models.get(modelBinding.erpPhoneModelCode)
  if (modelBinding.gone || !model || model.gone) {
    return `的型号“${name}”绑定的工厂机型“${model?.name ?? modelBinding.erpPhoneModelCode}”已不在工厂的列表中，请到 工厂对接 › 机型绑定 中重新绑定`
  }
  return model
}

function materialFor({ factoryName, bindings, materials }: Offer, { customization }: PushLine): StoredMaterial | string {
  const { phoneCaseMaterialId: id, phoneCaseMaterialName: name } = customization
  if (id === null) return `的材质“${name}”不在“材质与线框图”中，工厂无法识别，请在订单详情里点“换型号”选择材质和颜色`
  const materialBinding = bindings.materials.get(id)
  if (!materialBinding) return `的材质“${name}”还没有绑定工厂“${factoryName}”的材质，请到 工厂对接 › 材质绑定 中绑定`
  const material = materials.get(materialBinding.erpMaterialId)
  if (materialBinding.gone || !material || material.gone || material.code !== materialBinding.erpMaterialCode) {
    return `的材质“${name}”绑定的工厂材质“${material?.name ?? materialBinding.erpMaterialCode}”已不在工厂的列表中，请到 工厂对接 › 材质绑定 中重新绑定`
  }
  return material
}

/** Returns null when the factory's material has only one colour. */
function colorFor(
  { factoryName, bindings }: Offer,
  { customization }: PushLine,
  material: StoredMaterial,
): { readonly code: string } | string | null {
  if (material.colors.length === 0) return null
  const { phoneCaseMaterialColorId: id, phoneCaseMaterialColorName: name, colorKnown } = customization
  if (id === null || !colorKnown) {
    return `的颜色“${name}”不在“材质与线框图”中，工厂无法识别，请在订单详情里点“换型号”选择材质和颜色`
  }
  const colorBinding = bindings.colors.get(id)
  if (!colorBinding) return `的颜色“${name}”还没有绑定工厂“${factoryName}”的颜色，请到 工厂对接 › 材质绑定 中绑定`
  const color = material.colors.find(
    ({ originalId, code }) => originalId === colorBinding.erpMaterialColorId && code === colorBinding.erpMaterialColorCode,
  )
  return (
    color ??
    `的颜色“${name}”绑定的工厂颜色“${colorBinding.erpMaterialColorCode}”不在工厂材质“${material.name}”的颜色中，请到 工厂对接 › 材质绑定 中重新绑定`
  )
}

/** A finding for each model that the factory has too few of, at the first line that needs it. */
function shortages(byLine: ReadonlyMap<PushLine, FactoryCase>): PushFinding[] {
  const needs = new Map<string, { first: PushLine; model: StoredModel; quantity: number }>()
  for (const [line, { model }] of byLine) {
    const need = needs.get(model.code) ?? { first: line, model, quantity: 0 }
    needs.set(model.code, { ...need, quantity: need.quantity + line.quantity })
  }
  return [...needs.values()].flatMap(({ first, model, quantity }) => {
    if (model.stock === null || model.stock >= quantity) return []
    const text = `需要工厂机型“${model.name}”${quantity} 个，工厂库存只有 ${model.stock} 个，请联系工厂补货，或同步机型后再推送`
    return [findingOfLine(first, text)]
  })
}
