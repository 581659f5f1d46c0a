/**
 * Task that imports one combination: its rows, files, wireframe and SKU. Each attempt reads the current state and decides again,
 * so that a repeated, resumed or late attempt never makes anything twice.
 */
import type { QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import type { Platform } from '../../../../adapters/platform'
import { ConflictError, InvalidError } from '../../../../contract/call-errors'
import { fileKind } from '../../../../contract/constants'
import type { PrintArea, Sku, Wireframe, WireframeWrite } from '../../../../contract/types'
import { catalogueKeys } from '../../../api/queries/catalogue'
import type { Api } from '../../../api/services'
import type { ItemContext, TaskKind } from '../../../base/tasks/types'
import { printAreaFields } from '../print-area'
import { type Decision, decide, type Incoming } from './decide'
import { createEnsureRows, type EnsureRows, type SkuIds } from './ensure-rows'
import { type Combination, type LayerKind, layerKinds } from './file-name'
import { type PictureFacts, type Refusal, reasonOf } from './groups'
import { createSkuWriter, type SkuWriter } from './sku-writer'

export const wireframeImportKind = 'wireframe-import'
/** Task scope of the imports that the wizard shows. */
export const wireframeImportScope = 'wireframe-import'

/** A picture of a task: plain values and the file itself, which survive a reload. */
export interface ImportPicture {
  readonly name: string
  readonly blob: Blob
  readonly facts: PictureFacts | null
  readonly trouble?: string
}

/** A print area of the check step. */
export interface ConfirmedArea {
  /** null removes the one that the wireframe has. */
  readonly area: PrintArea | null
  /** Set by the seller; one that is only proposed replaces none that the wireframe got meanwhile. */
  readonly isTyped: boolean
}

/** Millimetres of the check step, by the same rules; null removes them. */
export interface ConfirmedSize {
  readonly widthMm: number | null
  readonly heightMm: number | null
  readonly isTyped: boolean
}

/** The input of one combination. */
export type ImportInput =
  | {
      readonly what: 'send'
      readonly combination: Combination
      readonly layers: { readonly [K in LayerKind]?: ImportPicture }
      /** The dry run found no SKU, so the first attempt need not look for one. */
      readonly isNew: boolean
      /** True if a SKU that is made is put on shelf. */
      readonly enabled: boolean
      /** The print area that the seller confirmed; absent: what the wireframe has stays. */
      readonly area?: ConfirmedArea
      /** The millimetres that the seller confirmed; absent: what the wireframe has stays. */
      readonly mm?: ConfirmedSize
    }
  /** A refused combination, stored with its files so that the seller can correct it. */
  | {
      readonly what: 'refused'
      readonly refusal: Refusal
      readonly pictures: readonly ImportPicture[]
      readonly takesHoles?: boolean
    }
  | { readonly what: 'same' }

export type ImportResult = 'created' | 'updated' | 'same'

/** Services that the app passes to tasks. */
export interface ImportServices {
  readonly api: Pick<
    Api,
    'phoneBrands' | 'phoneModels' | 'phoneCaseMaterials' | 'materialColors' | 'phoneCaseSkus' | 'wireframes'
  >
  readonly platform: Pick<Platform, 'uploadFile'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

/** Limits uploads to six at a time (product specification, catalogue §9). */
const uploadLimit = pLimit(6)
/** Rows at a time: more than uploads, so that rows that wait for other calls leave no upload slot unused. */
const concurrentRows = 16

type WriteDecision = Exclude<Decision, { outcome: 'skip' | 'refuse' }>
type SendInput = Extract<ImportInput, { what: 'send' }>

interface LayerFile {
  readonly fileId: number
  readonly width: number | null
  readonly height: number | null
}

/** The checkpoint of an attempt. Stored files are keyed by their hash, since the seller may have replaced files meanwhile. */
interface ImportCheckpoint {
  readonly files: Readonly<Record<string, LayerFile>>
  /** The outcome that an attempt expected when it sent the files. */
  readonly outcome?: 'created' | 'updated'
}
const emptyCheckpoint: ImportCheckpoint = { files: {} }

const checkpointOf = (context: ItemContext): ImportCheckpoint => {
  const { saved } = context
  return typeof saved === 'object' && saved !== null && 'files' in saved ? (saved as ImportCheckpoint) : emptyCheckpoint
}

const incomingOf = ({ layers }: SendInput): Incoming => ({
  ...(layers.foreground?.facts && { foreground: layers.foreground.facts }),
  ...(layers.background?.facts && { background: layers.background.facts }),
})

/** The services that concurrent attempts share, by API; later attempts start with new ones and read again. */
const sharedByApi = new WeakMap<object, { readonly ensure: EnsureRows; readonly skus: SkuWriter; users: number }>()

function acquireShared(api: ImportServices['api']) {
  const shared = sharedByApi.get(api) ?? { ensure: createEnsureRows(api), skus: createSkuWriter(api.phoneCaseSkus), users: 0 }
  sharedByApi.set(api, shared)
  const addUsers = (count: number) => {
    shared.users += count
    shared.skus.setAttempts(shared.users)
  }
  addUsers(1)
  const forget = () => {
    if (sharedByApi.get(api) === shared) sharedByApi.delete(api)
  }
  return {
    ...shared,
    release() {
      addUsers(-1)
      if (shared.users === 0) forget()
    },
    /** Call when a row that it returned is gone: later attempts read the lists again. */
    invalidate: forget,
  }
}

const hasIssueAt = (error: unknown, pattern: RegExp): boolean =>
  error instanceof InvalidError && error.issues.some(({ path }) => pattern.test(path))

/** The import of one combination, with its checkpoint. */
class WireframeImportItem {
  private saved: ImportCheckpoint

  constructor(
    private readonly input: SendInput,
    private readonly context: ItemContext,
    private readonly services: ImportServices,
    /** New combinations of the task, in order. */
    private readonly combinations: readonly Combination[],
  ) {
    this.saved = checkpointOf(context)
  }

  private get options() {
    return { quiet: true, signal: this.context.signal }
  }

  private async storeCheckpoint(saved: ImportCheckpoint): Promise<void> {
    this.saved = saved
    await this.context.checkpoint(saved)
  }

  /** The SKU and wireframe that the combination has now. Read by lists, in which a missing row is no error. */
  private async readCurrent({
    phoneModelId,
    materialColorId,
  }: SkuIds): Promise<{ sku: Sku | null; wireframe: Wireframe | null }> {
    const { api } = this.services
    const skus = await api.phoneCaseSkus.list({ query: { phoneModelIds: String(phoneModelId) } }, this.options)
    const sku = skus.find((row) => row.materialColorId === materialColorId) ?? null
    if (sku === null || sku.wireframeId === null) return { sku, wireframe: null }
    const [wireframe = null] = await api.wireframes.list({ query: { ids: String(sku.wireframeId) } }, this.options)
    return { sku, wireframe }
  }

  private get bytesTotal(): number {
    return layerKinds.reduce((sum, layer) => sum + (this.input.layers[layer]?.blob.size ?? 0), 0)
  }

  /** Uploads the layers that are not stored yet, one after another. */
  private async upload({ upload, outcome }: WriteDecision): Promise<{ [K in LayerKind]?: LayerFile }> {
    const stored: { [K in LayerKind]?: LayerFile } = {}
    let sent = 0
    for (const layer of upload) {
      const picture = this.input.layers[layer]
      if (!picture?.facts) continue
      const { name, blob, facts } = picture
      let file = this.saved.files[facts.sha256]
      if (!file) {
        const { fileId, width, height } = await uploadLimit(() =>
          this.services.platform.uploadFile({ name, blob }, fileKind.wireframe, {
            signal: this.context.signal,
            onProgress: ({ loaded }) => this.context.progress(sent + Math.min(loaded, blob.size), this.bytesTotal),
          }),
        )
        file = { fileId, width, height }
        const files = { ...this.saved.files, [facts.sha256]: file }
        await this.storeCheckpoint({ files, outcome: outcome === 'create' ? 'created' : 'updated' })
      }
      stored[layer] = file
      sent += blob.size
      this.context.progress(sent, this.bytesTotal)
    }
    return stored
  }

  /** The fields of print area and millimetres: what the seller confirmed, or the former area scaled to another size. */
  private confirmedWrite(decision: WriteDecision, current: Wireframe | null): Partial<WireframeWrite> {
    const { area, mm } = this.input
    const scaled = decision.outcome === 'update' && decision.printArea ? printAreaFields(decision.printArea) : {}
    const hasMm = (current?.widthMm ?? current?.heightMm ?? null) !== null
    return {
      ...(area && (area.isTyped || !current?.printArea) ? printAreaFields(area.area) : scaled),
      ...(mm && (mm.isTyped || !hasMm) && { widthMm: mm.widthMm, heightMm: mm.heightMm }),
    }
  }

  /** The fields that write these layers and what was confirmed into a wireframe. */
  private async prepareWrite(decision: WriteDecision, current: Wireframe | null): Promise<WireframeWrite> {
    const { foreground, background } = await this.upload(decision)
    const { layers } = this.input
    // The size found by the server is sent: the server checks against it, and it always has the upright orientation.
    const uploadedFile = foreground ?? background
    return {
      width: uploadedFile?.width ?? decision.size.width,
      height: uploadedFile?.height ?? decision.size.height,
      ...this.confirmedWrite(decision, current),
      ...(foreground && {
        foregroundImageFileId: foreground.fileId,
        foregroundImageSha256: layers.foreground?.facts?.sha256 ?? null,
      }),
      ...(background && {
        backgroundImageFileId: background.fileId,
        backgroundImageSha256: layers.background?.facts?.sha256 ?? null,
      }),
    }
  }

  /**
   * Makes the wireframe and its SKU in one call: a repeated one finds the SKU and leaves no second wireframe. The files are sent while
   * the rows are still being made, and both have ended when this rejects, so that a next attempt works alone.
   */
  private async create(
    skus: SkuWriter,
    ensureRows: () => Promise<SkuIds>,
    decision: Extract<Decision, { outcome: 'create' }>,
    sku: Sku | null,
  ): Promise<void> {
    const { phoneCaseSkus } = this.services.api
    const rows = ensureRows()
    const writing = this.prepareWrite(decision, null)
    await Promise.allSettled([rows, writing])
    const [ids, wireframe] = await Promise.all([rows, writing])
    const params = { key: `${ids.phoneModelId}-${ids.materialColorId}` }
    const body = { ...ids, wireframeId: null, wireframe, enabled: this.input.enabled }
    if (sku) await phoneCaseSkus.update({ params, body: { wireframe } }, this.options)
    else await skus.create(body, this.options)
  }

  private async update(current: Wireframe, decision: Extract<Decision, { outcome: 'update' }>): Promise<void> {
    const body = await this.prepareWrite(decision, current)
    await this.services.api.wireframes.update({ params: { id: current.id }, body }, this.options)
  }

  private async runAttempt(skus: SkuWriter, ensureRows: () => Promise<SkuIds>, isFirst: boolean): Promise<ImportResult> {
    const skipsLookup = isFirst && this.input.isNew && this.saved === emptyCheckpoint
    const { sku, wireframe } = skipsLookup ? { sku: null, wireframe: null } : await this.readCurrent(await ensureRows())
    const decision = decide(incomingOf(this.input), wireframe)
    switch (decision.outcome) {
      case 'skip':
        // An earlier attempt sent these files and lost the response to its write.
        return this.saved.outcome ?? 'same'
      case 'refuse':
        throw new Error(reasonOf(decision.refusal))
      case 'create':
        await this.create(skus, ensureRows, decision, sku)
        return 'created'
      case 'update':
        if (!wireframe) throw new Error('an update without a wireframe')
        await this.update(wireframe, decision)
        return 'updated'
    }
  }

  /** Repeats the attempt when the catalogue changed meanwhile: a row was made elsewhere, or one of an earlier attempt is gone. */
  async run(): Promise<ImportResult> {
    for (let attempts = 0; ; attempts += 1) {
      const shared = acquireShared(this.services.api)
      try {
        const { combination } = this.input
        const at = this.combinations.indexOf(combination)
        const upcoming = at === -1 ? [] : this.combinations.slice(at + 1)
        return await this.runAttempt(shared.skus, () => shared.ensure(combination, upcoming), attempts === 0)
      } catch (error) {
        if (attempts === 2) throw error
        if (error instanceof ConflictError) continue
        if (hasIssueAt(error, /(?:FileId|wireframeId)$/)) await this.storeCheckpoint(emptyCheckpoint)
        else if (hasIssueAt(error, /(?:phoneBrandId|phoneModelId|materialId|materialColorId)$/)) shared.invalidate()
        else throw error
      } finally {
        shared.release()
      }
    }
  }
}

const wireframeImport: TaskKind<ImportInput, ImportResult, ImportServices, readonly Combination[]> = {
  kind: wireframeImportKind,
  concurrency: concurrentRows,
  before: async ({ items }) =>
    items.flatMap(({ input, state }) => (input.what === 'send' && input.isNew && state === 'waiting' ? [input.combination] : [])),
  run(input, context, services, combinations) {
    if (input.what === 'refused') {
      return Promise.reject(new Error(reasonOf(input.refusal)))
    }
    if (input.what === 'same') return Promise.resolve('same')
    return new WireframeImportItem(input, context, services, combinations).run()
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: catalogueKeys.all }),
}

export default wireframeImport
