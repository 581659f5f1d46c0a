/** A task that puts one picture into all layers of one name in many templates. Each template is an item. */
import type { Platform } from '../../../adapters/platform'
import { ConflictError, NotFoundError } from '../../../contract/call-errors'
import { fileKind } from '../../../contract/constants'
import { normalise } from '../../../design/model/invariants'
import type { DesignDoc, ImageLayer, Layer } from '../../../design/model/types'
import { type NewPicture, withPicture } from '../../../design/rules/replacement'
import { openTemplate } from '../../../design/template/load'
import { templateSave } from '../../../design/template/save'
import { templateKeys } from '../../api/queries/templates'
import type { Api } from '../../api/services'
import { FinalFailure, type TaskKind } from '../../base/tasks/types'

export const replacePictureKind = 'template-replace'

/** Plain values, so that a task survives a reload. */
export interface ReplaceInput {
  readonly id: number
  /** Name of the layers. */
  readonly layerName: string
  readonly picture: NewPicture & { readonly uploaded: boolean }
}

export interface ReplaceServices {
  readonly api: Pick<Api, 'templates'>
  readonly platform: Pick<Platform, 'uploadFile'>
  readonly queries: { invalidateQueries(filters: { readonly queryKey: readonly unknown[] }): unknown }
}

/** Functions for drawing; one set serves all items while they run. */
export interface ReplaceTools {
  /** Returns the layer's outline for its present picture. */
  outline(layer: ImageLayer): Promise<Pick<Layer, 'stroke' | 'strokeSvgData'>>
  thumbnail(doc: DesignDoc): Promise<Blob>
  dispose(): void
}

/** How often a template that others save meanwhile is read again. */
const maxReads = 3

/** Whether the layer gets the picture: locks protect a layer against slips of the hand, not against its name. */
export function isReplaced(layer: Layer, name: string): layer is ImageLayer {
  return layer.type === 'IMAGE' && layer.name === name
}

async function withPictures(doc: DesignDoc, input: ReplaceInput, tools: ReplaceTools) {
  const { layerName: name, picture } = input
  const layers = await Promise.all(
    doc.layers.map(async (layer): Promise<Layer> => {
      if (!isReplaced(layer, name)) return layer
      const next = { ...withPicture(layer, picture), isUserUploadImage: picture.uploaded }
      return layer.stroke === null ? next : { ...next, ...(await tools.outline({ ...next, stroke: layer.stroke })) }
    }),
  )
  return { doc: normalise({ ...doc, layers }), count: doc.layers.filter((layer) => isReplaced(layer, name)).length }
}

export function createReplacePicture(
  createTools: () => ReplaceTools,
): TaskKind<ReplaceInput, number, ReplaceServices, ReplaceTools> {
  return {
    kind: replacePictureKind,
    concurrency: 2,
    before: async () => createTools(),
    onHalted: (tools) => tools.dispose(),
    /** @returns the number of layers that got the picture. */
    async run(input, { signal }, { api, platform }, tools) {
      const { id } = input
      const options = { quiet: true, signal } as const
      for (let reads = 1; ; reads++) {
        try {
          const opened = openTemplate(await api.templates.get({ params: { id } }, options))
          const { doc, count } = await withPictures(opened.doc, input, tools)
          if (count === 0) throw new FinalFailure(`模板里没有名为「${input.layerName}」的图片图层`)
          const file = { name: 'thumbnail.png', blob: await tools.thumbnail(doc) }
          const { fileId } = await platform.uploadFile(file, fileKind.templateThumbnail, { signal })
          const body = templateSave(doc, { revision: opened.revision, thumbnailFileId: fileId })
          await api.templates.save({ params: { id }, body }, options)
          return count
        } catch (error) {
          if (error instanceof NotFoundError) throw new FinalFailure('这个模板已被删除，刷新列表后再看', { cause: error })
          if (!(error instanceof ConflictError)) throw error
          // Somebody saved it meanwhile: their version gets the picture, and nothing of it is lost.
          if (reads === maxReads) throw new Error('这个模板正被别人反复保存，请稍后重试', { cause: error })
        }
      }
    },
    onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: templateKeys.all }),
  }
}
