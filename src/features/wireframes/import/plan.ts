/** The dry run: what an import would do to the catalogue, group by group, before anything is sent. Pure. */
import { sidesText } from '../../../../contract/rules/sizes'
import type { PrintArea, Wireframe } from '../../../../contract/types'
import {
  backgroundFor,
  type Catalogue,
  type CatalogueRows,
  type CatalogueWireframe,
  findMaterial,
  findRows,
  findSimilarName,
  findSku,
  findWireframe,
} from './catalogue'
import { type Decision, decide, type Incoming, type Size } from './decide'
import { type Combination, type LayerKind, layerNames } from './file-name'
import type { Group, Picture, Refusal } from './groups'

/** With more pictures than this, the seller is warned that browser and network may become slow. */
export const manyPicturesWarning = 500

export type Outcome = 'create' | 'update' | 'skip' | 'refuse'

export interface PlanRow<P extends Picture = Picture> {
  readonly group: Group<P>
  readonly outcome: Outcome
  readonly refusal: Refusal | null
  /** True if the combination has no SKU yet. */
  readonly isNew: boolean
  /** Size in px of the wireframe as it will be; null if nothing is done to it. */
  readonly size: Size | null
  /** The print area that the wireframe has and keeps, if need be scaled; null without one. */
  readonly keptArea: PrintArea | null
  /** The millimetres that the wireframe has; null without any. */
  readonly keptMm: Pick<Wireframe, 'widthMm' | 'heightMm'> | null
  /** The id of the model; null if it does not exist yet. */
  readonly modelId: number | null
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

function creationNotes(catalogue: Catalogue, combination: Combination, rows: CatalogueRows): string[] {
  const similarNote = (what: string, row: { readonly name: string } | undefined) =>
    row ? [`已有${what}「${row.name}」，只差大小写、全半角或空格：若是同一个，请改文件名`] : []
  const notes: string[] = []
  if (!rows.brand) notes.push(...similarNote('品牌', findSimilarName(catalogue.brands, combination.brand)))
  else if (!rows.model) {
    const siblings = catalogue.models.filter(({ phoneBrandId }) => phoneBrandId === rows.brand?.id)
    notes.push(...similarNote('型号', findSimilarName(siblings, combination.model)))
  }
  if (!rows.material) notes.push(...similarNote('材质', findSimilarName(catalogue.materials, combination.material)))
  else if (!rows.color) {
    const material = findMaterial(catalogue.materials, combination)
    notes.push(...similarNote('颜色', findSimilarName(material?.colors ?? [], combination.color)))
    if (material?.needBackground) {
      notes.push(`新颜色「${combination.color}」的背景色设为 ${backgroundFor(combination.color)}，可在颜色管理里修改`)
    }
  }
  return notes
}

function changeNotes(decision: Decision): string[] {
  if (decision.outcome === 'skip') return ['与已有的图片完全相同']
  if (decision.outcome !== 'update') return []
  const notes = [`替换或添加${decision.upload.map((layer) => layerNames[layer]).join('、')}`]
  const { resizedFrom, size, printArea } = decision
  if (resizedFrom) {
    const area = printArea ? '原打印区域放不下，将按比例缩放' : '打印区域的数值不变'
    notes.push(`尺寸由 ${sidesText(resizedFrom)} 变为 ${sidesText(size)}，${area}，请核对`)
  }
  return notes
}

/** The wireframe as it will be once the decision has been carried out. */
function wireframeAfter(present: CatalogueWireframe, decision: Decision, incoming: Incoming): CatalogueWireframe {
  if (decision.outcome !== 'update') return present
  const keptLayers = present.layers.filter(({ index }) => !decision.upload.includes(index > 0 ? 'foreground' : 'background'))
  const sentLayers = decision.upload.map((layer) => ({
    imageUrl: '',
    index: layer === 'foreground' ? 1 : -1,
    sha256: incoming[layer]?.sha256 ?? null,
  }))
  return { ...present, ...decision.size, layers: [...keptLayers, ...sentLayers] }
}

/**
 * Plans the import of these groups. Two combinations may share one wireframe: the first of them decides, and a later one with
 * other pictures is refused, since repeated imports would otherwise replace each other's pictures.
 */
export function planImport<P extends Picture>(groups: readonly Group<P>[], catalogue: Catalogue): Plan<P> {
  const decidedWireframes = new Map<number, { readonly key: string; readonly state: CatalogueWireframe }>()
  const creationSets = {
    brands: new Set<string>(),
    models: new Set<string>(),
    materials: new Set<string>(),
    colors: new Set<string>(),
  }

  const planGroup = (group: Group<P>): PlanRow<P> => {
    const { combination } = group
    const untouched = { size: null, keptArea: null, keptMm: null, modelId: null, upload: [] }
    const refuse = (refusal: Refusal): PlanRow<P> => ({
      ...untouched,
      ...{ group, outcome: 'refuse', refusal, isNew: false, notes: [] },
    })
    if (group.refusal || !combination) return refuse(group.refusal ?? { text: '' })
    const rows = findRows(catalogue, combination)
    const wireframe = findWireframe(catalogue, rows)
    const earlierDecision = wireframe && decidedWireframes.get(wireframe.id)
    const sharingSkus = catalogue.skus.filter(({ wireframeId }) => wireframeId === wireframe?.id).length
    const incoming = incomingOf(group)
    const decision = decide(incoming, earlierDecision?.state ?? wireframe)
    if (wireframe && !earlierDecision)
      decidedWireframes.set(wireframe.id, { key: group.key, state: wireframeAfter(wireframe, decision, incoming) })
    if (decision.outcome === 'refuse') return refuse(decision.refusal)
    if (earlierDecision && decision.outcome === 'update') {
      return refuse({
        text: `与「${earlierDecision.key}」共用一张线框图，不能换成不同的图片`,
        detail: '请先在列表里为其中一个单独上传线框图',
      })
    }
    if (!rows.brand) creationSets.brands.add(combination.brand)
    if (!rows.model) creationSets.models.add(`${combination.brand} · ${combination.model}`)
    if (!rows.material) creationSets.materials.add(combination.material)
    if (!rows.color) creationSets.colors.add(`${combination.material} · ${combination.color}`)
    return {
      group,
      outcome: decision.outcome,
      refusal: null,
      isNew: findSku(catalogue, rows) === undefined,
      ...untouched,
      modelId: rows.model?.id ?? null,
      ...(decision.outcome !== 'skip' && { size: decision.size, upload: decision.upload }),
      ...(decision.outcome === 'update' && {
        keptArea: decision.printArea ?? wireframe?.printArea ?? null,
        keptMm: wireframe && (wireframe.widthMm !== null || wireframe.heightMm !== null) ? wireframe : null,
      }),
      notes: [
        ...changeNotes(decision),
        ...(decision.outcome === 'update' && sharingSkus > 1
          ? [`另有 ${sharingSkus - 1} 项（型号或颜色）共用这张线框图，会一起更换`]
          : []),
        ...creationNotes(catalogue, combination, rows),
      ],
    }
  }

  const rows = groups.map(planGroup)
  const list = (names: ReadonlySet<string>) => [...names]
  return {
    rows,
    creations: {
      brands: list(creationSets.brands),
      models: list(creationSets.models),
      materials: list(creationSets.materials),
      colors: list(creationSets.colors),
    },
  }
}

/** Counts the groups by what will happen to them. */
export function countOutcomes(rows: readonly Pick<PlanRow, 'outcome'>[]): Readonly<Record<Outcome, number>> {
  const counts = { create: 0, update: 0, skip: 0, refuse: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}
