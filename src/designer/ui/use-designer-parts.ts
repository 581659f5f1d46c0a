import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fileKind, fileSizeLimit } from '../../../contract/constants'
import { createCell } from '../../../contract/ground/cell'
import { newUuid } from '../../../design/model/create'
import { picturesOf } from '../../../design/print/pictures'
import type { Origin } from '../../../design/template/load'
import { resolveFileUrl } from '../../api/file-url'
import { useApi, useCutoutService, usePlatform } from '../../api/services'
import { preparePicture } from '../../base/prepare-picture'
import { createPendingPictures } from '../api/pictures'
import { createSharedDrafts } from '../api/shared-drafts'
import type { LivePlacements } from '../render/gestures'
import type { Renderer } from '../render/renderer'
import { pageClipboard } from '../session/clipboard'
import { indexedDbDrafts } from '../session/draft-store'
import { createSession } from '../session/session'
import { createAddUpload } from './add-upload'
import type { Designer } from './context'
import { createPageCutouts } from './portrait/create-cutouts'
import { withPsd } from './psd/with-psd'
import { createStrokeTools } from './stroke/create-stroke-tools'
import { createTextTools } from './text/create-text-tools'
import { createUiState } from './ui-state'
import { createUploadQueue } from './upload-queue'

/** The server's maximum size of a layer's picture, bytes. */
const serverLimit = fileSizeLimit[fileKind.templateLayer]

const timers = {
  set: (work: () => void, ms: number) => setTimeout(work, ms),
  clear: (handle: unknown) => clearTimeout(Number(handle)),
}

async function measure(blob: Blob): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(blob)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  } catch (cause) {
    throw new Error('图片已上传，但无法读出尺寸，请换一张图片', { cause })
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Creates everything behind an open design; null until it is ready. Disposed when `origin` changes or the designer closes. */
export function useDesignerParts(origin: Origin, username: string): Designer | null {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const cutout = useCutoutService()
  const [designer, setDesigner] = useState<Designer | null>(null)
  useEffect(() => {
    const layerPictures = picturesOf(origin.doc, resolveFileUrl, platform.http ? { decoded: null } : {})
    const session = createSession({
      ...origin,
      ports: {
        username,
        drafts: indexedDbDrafts(newUuid()),
        timers,
        now: () => Date.now(),
        uuid: () => newUuid(),
        clipboard: pageClipboard,
      },
    })
    const maxFileBytes = createCell(serverLimit)
    const uiState = createUiState(username)
    const renderer = createCell<Renderer | null>(null)
    const strokes = createStrokeTools(session, renderer)
    const queue = createUploadQueue({
      upload: (file, kind, options) => platform.uploadFile(file, kind, options),
      measure,
      prepare: (file) => preparePicture(file),
      notify: (note) => session.notify('warning', note),
      maxBytes: maxFileBytes.get,
      onUploaded: createAddUpload(session, strokes.remake),
    })
    const uploads = withPsd(queue, uiState)
    const pictures = createPendingPictures({
      upload: (file, progress) =>
        platform.uploadFile(file, fileKind.templateLayer, {
          onProgress: ({ loaded, total }) => total && progress(Math.min(1, loaded / total)),
        }),
      stored: (from, to) => layerPictures.share(from, resolveFileUrl(to)),
    })
    const sharedDrafts = createSharedDrafts({ session, username, calls: api.templateDrafts, pictures, timers })
    void sharedDrafts.find()
    const texts = createTextTools({ session, renderer, api, queries, remakeStroke: strokes.remake })
    const cutouts = cutout && createPageCutouts({ service: cutout, session, username, platform, pictures, api })
    let active = true
    platform.ready().then(
      (info) => active && maxFileBytes.set(Math.min(serverLimit, info.maxFileBytes)),
      // A platform that is not ready reports its cause at the first upload.
      () => undefined,
    )
    setDesigner({
      session,
      uploads,
      pictures,
      sharedDrafts,
      texts,
      strokes,
      cutouts,
      maxFileBytes,
      layerPictures,
      renderer,
      livePlacements: createCell<LivePlacements>(null),
      zoom: createCell(1),
      uiState,
      username,
    })
    return () => {
      active = false
      uploads.dispose()
      strokes.dispose()
      cutouts?.dispose()
      sharedDrafts.dispose()
      texts.dispose()
      layerPictures.dispose()
      void session.dispose()
      setDesigner(null)
    }
  }, [origin, username, api, platform, queries, cutout])
  return designer
}
