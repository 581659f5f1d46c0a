/** The dry run: what an import would do to the catalogue, group by group, before anything is sent. Pure. */
import { sidesText } from '../../../../contract/rules/sizes'
import {
  backgroundFor,
  type Catalogue,
  type CatalogueWireframe,
  findAlmost,
  findMaterial,
  findRows,
  findSku,
  findWireframe,
  type Rows,
} from './catalogue'
import { type Decision, decide, type Incoming } from './decide'
import { type Combination, type LayerKind, layerWords } from './file-name'
import type { Group, Picture, Refusal } from './groups'

/** With more pictures than this, the seller is warned that browser and network may become slow. */
export const manyPictures = 500

export type Act = 'create' | 'update' | 'skip' | 'refuse'

export interface PlanRow<P extends Picture = Picture> {
  readonly group: Group<P>
  readonly act: Act
  readonly refusal: Refusal | null
  /** True if the combination has no SKU yet. */
  readonly isNew: boolean
  /** Layers that will be uploaded. */
  readonly upload: readonly LayerKind[]
  /** Further effects, and what the seller should check. */
  readonly notes: readonly string[]
}

/** The rows that the import will create besides wireframes, by the seller's names, each once. */
export interface Creations {
  readonly brands: readonly string[]
  /** 品牌 · 型号 */
  readonly models: readonly string[]
  readonly materials: readonly string[]
  /** 材质 · 颜色 */
  readonly colors: readonly string[]
}

export interface Plan<P extends Picture = Picture> {
  readonly rows: readonly PlanRow<P>[]
  readonly creations: Creations
}

const incomingOf = ({ layers }: Group): Incoming => ({
  ...(layers.foreground?.facts && { foreground: layers.foreground.facts }),
  ...(layers.background?.facts && { background: layers.background.facts }),
})

function creationNotes(catalogue: Catalogue, wanted: Combination, rows: Rows): string[] {
  const almost = (what: string, row: { readonly name: string } | undefined) =>
    row ? [`已有${what}「${row.name}」，只差大小写、全半角或空格：若是同一个，请改文件名`] : []
  const notes: string[] = []
  if (!rows.brand) notes.push(...almost('品牌', findAlmost(catalogue.brands, wanted.brand)))
  else if (!rows.model) {
    const siblings = catalogue.models.filter(({ phoneBrandId }) => phoneBrandId === rows.brand?.id)
    notes.push(...almost('型号', findAlmost(siblings, wanted.model)))
  }
  if (!rows.material) notes.push(...almost('材质', findAlmost(catalogue.materials, wanted.material)))
  else if (!rows.color) {
    const material = findMaterial(catalogue.materials, wanted)
    notes.push(...almost('颜色', findAlmost(material?.colors ?? [], wanted.color)))
    if (material?.needBackground) {
      notes.push(`新颜色「${wanted.color}」的背景色设为 ${backgroundFor(wanted.color)}，可在颜色管理里修改`)
    }
  }
  return notes
}

function changeNotes(decision: Decision): string[] {
  if (decision.act === 'skip') return ['与已有的图片完全相同']
  if (decision.act !== 'update') return []
  const notes = [`替换或添加${decision.upload.map((layer) => layerWords[layer]).join('、')}`]
  const { resizedFrom, size, printArea } = decision
  if (resizedFrom) {
    const area = printArea ? '原打印区域放不下，将按比例缩放' : '打印区域的数值不变'
    notes.push(`尺寸由 ${sidesText(resizedFrom)} 变为 ${sidesText(size)}，${area}，请核对`)
  }
  return notes
}

/** The wireframe as it will be once the decision has been carried out. */
function after(present: CatalogueWireframe, decision: Decision, incoming: Incoming): CatalogueWireframe {
  if (decision.act !== 'update') return present
  const kept = present.layers.filter(({ index }) => !decision.upload.includes(index > 0 ? 'foreground' : 'background'))
  const sent = decision.upload.map((layer) => ({
    imageUrl: '',
    index: layer === 'foreground' ? 1 : -1,
    sha256: incoming[layer]?.sha256 ?? null,
  }))
  return { ...present, ...decision.size, layers: [...kept, ...sent] }
}

/**
 * Plans the import of these groups. Two combinations may share one wireframe: the first of them decides, and a later one with
 * other pictures is refused, since repeated imports would otherwise replace each other's pictures.
 */
export function planImport<P extends Picture>(groups: readonly Group<P>[], catalogue: Catalogue): Plan<P> {
  const claimed = new Map<number, { readonly key: string; readonly state: CatalogueWireframe }>()
  const made = { brands: new Set<string>(), models: new Set<string>(), materials: new Set<string>(), colors: new Set<string>() }

  const planGroup = (group: Group<P>): PlanRow<P> => {
    const { combination: wanted } = group
    const refused = (refusal: Refusal): PlanRow<P> => ({ group, act: 'refuse', refusal, isNew: false, upload: [], notes: [] })
    if (group.refusal || !wanted) return refused(group.refusal ?? { text: '' })
    const rows = findRows(catalogue, wanted)
    const wireframe = findWireframe(catalogue, rows)
    const claim = wireframe && claimed.get(wireframe.id)
    const sharers = catalogue.skus.filter(({ wireframeId }) => wireframeId === wireframe?.id).length
    const incoming = incomingOf(group)
    const decision = decide(incoming, claim?.state ?? wireframe)
    if (wireframe && !claim) claimed.set(wireframe.id, { key: group.key, state: after(wireframe, decision, incoming) })
    if (decision.act === 'refuse') return refused(decision.refusal)
    if (claim && decision.act === 'update') {
      return refused({
        text: `与「${claim.key}」共用一张线框图，不能换成不同的图片`,
        detail: '请先在列表里为其中一个单独上传线框图',
      })
    }
    if (!rows.brand) made.brands.add(wanted.brand)
    if (!rows.model) made.models.add(`${wanted.brand} · ${wanted.model}`)
    if (!rows.material) made.materials.add(wanted.material)
    if (!rows.color) made.colors.add(`${wanted.material} · ${wanted.color}`)
    return {
      group,
      act: decision.act,
      refusal: null,
      isNew: findSku(catalogue, rows) === undefined,
      upload: decision.act === 'skip' ? [] : decision.upload,
      notes: [
        ...changeNotes(decision),
        ...(decision.act === 'update' && sharers > 1 ? [`另有 ${sharers - 1} 个商品共用这张线框图，会一起更换`] : []),
        ...creationNotes(catalogue, wanted, rows),
      ],
    }
  }

  const rows = groups.map(planGroup)
  const list = (names: ReadonlySet<string>) => [...names]
  return {
    rows,
    creations: {
      brands: list(made.brands),
      models: list(made.models),
      materials: list(made.materials),
      colors: list(made.colors),
    },
  }
}

/** Counts the groups by what will happen to them. */
export function countOutcomes(rows: readonly Pick<PlanRow, 'act'>[]): Readonly<Record<Act, number>> {
  const counts = { create: 0, update: 0, skip: 0, refuse: 0 }
  for (const { act } of rows) counts[act] += 1
  return counts
}
