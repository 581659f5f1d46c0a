import { messageShape, seeing } from '../../bridge/core/shape'
import { legacyChannel } from '../../bridge/legacy/channel'
import { slotChannel } from '../../bridge/page/channels'
import { connectHost } from '../../bridge/page/connect'
import { pageEnv } from '../../bridge/page/env'
import type { HostConnection } from '../../bridge/page/types'
import { pageStorage } from '../browser/layered-storage'
import type { Door } from '../detect'
import { platformError } from '../error-text'
import type { AdapterServices } from '../files-api'
import type { Platform } from '../platform'
import { createQianniuPlatform } from './qianniu-platform'
import type { OpenRecording } from './recording'
import { loadClientScript } from './script'

export interface OpenQianniuOptions extends AdapterServices {
  readonly appVersion: string
}

type ClientDoor = Extract<Door, { environment: 'qianniu' }>

/** Programs with the same `my.postMessage` that are not Qianniu. Asked after their script had its say on the user agent. */
const isForeign = (userAgent: string): boolean =>
  !/Qianniu\//.test(userAgent) && /AlipayClient|DingTalk|MicroMessenger|AliApp\(/.test(userAgent)

/** Path of the cloud application, said to a shell that does not know it; the same as in bridge/shell/shell.config.json. */
const cloudAppPath = '/api/cloud_app'

async function connect(
  { script, throughHost }: ClientDoor,
  pageVersion: string,
  see: (raw: unknown) => void,
): Promise<HostConnection> {
  if (script !== null) await loadClientScript(script)
  const my = window.my
  const post = my?.postMessage
  if (!my || !post) throw platformError('NOT_QIANNIU', { stage: 'channel' })
  const slot = {
    // Looked up at each use: the client's script may replace both.
    postMessage: (message: unknown) => (my.postMessage ?? post).call(my, message),
    get onMessage() {
      return my.onMessage
    },
    set onMessage(listener) {
      my.onMessage = listener ?? null
    },
  }
  const channel = legacyChannel(seeing(slotChannel(slot), see), {
    env: pageEnv(),
    cloudAppPath: throughHost ? cloudAppPath : undefined,
  })
  return connectHost(channel, { pageVersion, foreignUserAgent: isForeign(navigator.userAgent) })
}

/** The Qianniu door of this page. Calls wait for the client; `ready()` rejects when there is none. */
export function openQianniu(
  options: OpenQianniuOptions,
  door: ClientDoor,
  record?: (connection: Promise<HostConnection>) => OpenRecording,
): Platform {
  const env = pageEnv()
  let shape = ''
  const see = (raw: unknown) => {
    // Once is enough: a client does not change its ways while a page is open.
    if (shape === '') shape = messageShape(raw)
  }
  const over = (connection: Promise<HostConnection>) =>
    createQianniuPlatform({
      connection,
      shape: () => shape,
      files: options.files,
      apiBase: options.apiBase,
      ownStorage: pageStorage('kejiang.'),
      throughHost: door.throughHost,
      now: env.now,
      newId: env.newId,
    })
  const connection = connect(door, options.appVersion, see)
  const opened = record?.(connection)
  // The file is saved over the same client by a platform of its own: that call is no part of the scenario.
  return opened ? { ...over(opened.connection), recording: opened.recording(over(connection)) } : over(connection)
}
