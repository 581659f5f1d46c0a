/** Creates the AI cutouts of an open designer with the page's network and clock. */
import type { Platform } from '../../../../adapters/platform'
import type { AppContract } from '../../../../contract/contract'
import type { Client } from '../../../../contract/core'
import { delay } from '../../../../contract/ground/delay'
import { send } from '../../../../contract/send'
import { emptyDoc } from '../../../../design/model/create'
import type { Layer } from '../../../../design/model/types'
import { CutoutFailure, cutoutFailureText } from '../../../../imaging/cutout/failure'
import { trimPicture } from '../../../../imaging/cutout/trim'
import { resolveFileUrl } from '../../../api/file-url'
import type { CutoutService } from '../../../api/services'
import { networkTransport, type Transport } from '../../../api/transport'
import type { PendingPictures } from '../../api/pictures'
import { createBegunCutouts } from '../../cutout/begun-cutouts'
import { createCutoutCalls } from '../../cutout/calls'
import { type Cutouts, createCutouts } from '../../cutout/cutouts'
import { createKeptCutouts } from '../../cutout/kept-cutouts'
import type { Session } from '../../session/types'

interface Parts {
  readonly service: CutoutService
  readonly session: Session
  readonly username: string
  readonly platform: Platform
  readonly pictures: PendingPictures
  readonly api: Client<AppContract>
}

export function createPageCutouts({ service, session, username, platform, pictures, api }: Parts): Cutouts {
  const { admin, bearer } = service
  const storedPicture = async (layer: Layer) => {
    const { imageFileId: fileId, imageUrl: url } = layer
    if (fileId !== null) return { fileId, url }
    const sent = await pictures.store({ ...emptyDoc(), layers: [layer] })
    return sent.get(url) ?? { fileId, url }
  }
  return createCutouts({
    session,
    username,
    kept: createKeptCutouts(),
    begun: createBegunCutouts({ session, calls: api.templateCutouts }),
    now: () => Date.now(),
    calls: createCutoutCalls({ admin, host: hostTransport, bearer }),
    wait: delay,
    trim: trimPicture,
    upload: (file, kind, options) => platform.uploadFile(file, kind, options),
    async source(layer, signal) {
      const { fileId, url: storedUrl } = await storedPicture(layer)
      const url = new URL(resolveFileUrl(storedUrl), location.href).href
      const { size } = await fetchBlob(url, signal, cutoutFailureText.source)
      const fileName = decodeURIComponent(
        url
          .replace(/[?#].*$/, '')
          .split('/')
          .at(-1) ?? 'picture.png',
      )
      return { url, storedUrl, fileId, fileName, fileSize: size, width: layer.originalWidth, height: layer.originalHeight }
    },
    download: ({ url, host }, signal) => {
      const address = host === null ? new URL(resolveFileUrl(url), location.href) : new URL(url, host)
      return fetchBlob(address.href, signal, cutoutFailureText.result)
    },
  })
}

/** The host's address may contain a path. */
function hostTransport(host: string): Transport {
  const transport = networkTransport(host.endsWith('/') ? host : `${host}/`)
  return (request, signal) => transport({ ...request, path: request.path.replace(/^\//, '') }, signal)
}

async function fetchBlob(url: string, signal: AbortSignal, failure: string): Promise<Blob> {
  try {
    const reply = await send(url, { method: 'GET', signal, again: true })
    if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
    const blob = await reply.blob()
    if (blob.size === 0) throw new Error(`${url}: empty`)
    return blob
  } catch (cause) {
    throw new CutoutFailure(failure, { cause })
  }
}
