/** The materials and colours that a set-up names, by id or by name; what the account does not have under its name is created. */
import { sql } from 'kysely'
import { guessLook } from '../../../contract/rules/look'
import { colorKey } from '../../../contract/rules/sku-words'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { createColor } from '../catalogue/colors'
import { createMaterial } from '../catalogue/materials'
import type { CaseColor, DrawnColor } from '../library/colors'
import type { Body } from './body'

/** A material, in one colour or in none. */
export interface Case {
  readonly materialId: number
  readonly color: CaseColor | null
}

interface KnownColor extends CaseColor {
  readonly materialName: string
}

interface Known {
  readonly materials: { readonly id: number; readonly name: string; readonly look: DrawnColor['look'] }[]
  readonly colors: KnownColor[]
}

type CaseBody = Body['cases'][number]

export async function readCatalogue({ db, actor }: Ctx): Promise<Known> {
  const rows = await db
    .selectFrom('material')
    .leftJoin('material_color', 'material_color.material_id', 'material.id')
    .select(['material.id', 'material.name', 'material.look', 'material_color.id as colorId', 'material_color.name as colorName'])
    .select('material_color.default_background_color as hex')
    .where('material.account_id', '=', actor.accountId)
    .orderBy('material.position')
    .orderBy('material_color.position')
    .execute()
  const materials = new Map(rows.map(({ id, name, look }) => [id, { id, name, look: look ?? guessLook(name) }]))
  const colors = rows.flatMap(({ id, name, look, colorId, colorName, hex }) =>
    colorId === null || colorName === null
      ? []
      : [{ id: colorId, materialId: id, name: colorName, hex, look: look ?? guessLook(name), materialName: name }],
  )
  return { materials: [...materials.values()], colors }
}

const findMaterial = ({ materials }: Known, { materialId, materialName }: CaseBody) =>
  materials.find(({ id, name }) => (materialId === null ? name === materialName : id === materialId))

const findColor = ({ colors }: Known, within: number, { materialColorId, colorName }: CaseBody) =>
  colors.find(({ id, materialId, name }) =>
    materialColorId === null
      ? materialId === within && colorKey(name) === colorKey(colorName ?? '')
      : id === materialColorId && materialId === within,
  )

/** How the case will look once it exists; null for a case without a colour. */
export function drawnColor(known: Known, wanted: CaseBody): DrawnColor | null {
  if (wanted.materialColorId === null && wanted.colorName === null) return null
  const material = findMaterial(known, wanted)
  const color = material && findColor(known, material.id, wanted)
  return color ?? { name: wanted.colorName ?? '', hex: null, look: material?.look ?? guessLook(wanted.materialName ?? '') }
}

/** Returns the cases in their order. Rejects with 'invalid' for ids of another account. Call it inside a transaction. */
export async function ensureCases(ctx: Ctx, cases: readonly CaseBody[]): Promise<readonly Case[]> {
  // Two calls at once would both create what neither has seen.
  await sql`select 1 from account where id = ${ctx.actor.accountId} for no key update`.execute(ctx.db)
  const known = await readCatalogue(ctx)
  const found: Case[] = []
  for (const [at, wanted] of cases.entries()) {
    const material = findMaterial(known, wanted) ?? (await addMaterial(ctx, known, wanted, at))
    const isPlain = wanted.materialColorId === null && wanted.colorName === null
    const color = isPlain ? null : (findColor(known, material.id, wanted) ?? (await addColor(ctx, known, material, wanted, at)))
    found.push({ materialId: material.id, color })
  }
  return found
}

type KnownMaterial = Known['materials'][number]

async function addMaterial(ctx: Ctx, known: Known, { materialId, materialName }: CaseBody, at: number): Promise<KnownMaterial> {
  if (materialId !== null) throw invalid(`cases.${at}.materialId`, '材质不存在或已被删除，请刷新后重试')
  if (materialName === null) throw invalid(`cases.${at}.materialName`, '必须填写材质名称')
  const { id } = await createMaterial(ctx, { name: materialName })
  const material = { id, name: materialName, look: guessLook(materialName) }
  known.materials.push(material)
  return material
}

async function addColor(ctx: Ctx, known: Known, material: KnownMaterial, wanted: CaseBody, at: number): Promise<CaseColor> {
  const { materialColorId, colorName } = wanted
  if (materialColorId !== null || colorName === null)
    throw invalid(`cases.${at}.materialColorId`, '颜色不存在或已被删除，请刷新后重试')
  const { id } = await createColor(ctx, material.id, { name: colorName })
  const color = { id, materialId: material.id, name: colorName, hex: null, look: material.look, materialName: material.name }
  known.colors.push(color)
  return color
}
