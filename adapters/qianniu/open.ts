/** Opens the qianniu adapter: finds the client's message slot, or the page around this one, and connects to the host there. */
import { messageShape, observedChannel } from '../../bridge/core/shape'
import { legacyChannel } from '../../bridge/legacy/channel'
import { slotChannel, windowChannel } from '../../bridge/page/channels'
import { connectHost } from '../../bridge/page/connect'
import { pageEnv } from '../../bridge/page/env'
import type { HostConnection } from '../../bridge/page/types'
import { pageStorage } from '../browser/layered-storage'
import type { AdapterChoice } from '../detect'
import { platformError } from '../error-text'
import type { AdapterServices } from '../files-api'
import type { Platform } from '../platform'
import { createQianniuPlatform } from './qianniu-platform'
import type { OpenRecording } from './recording'
import { loadClientScript } from './script'

export interface OpenQianniuOptions extends AdapterServices {
  readonly appVersion: string
}

type ClientChoice = Extract<AdapterChoice, { environment: 'qianniu' }>

/** Whether the user agent is of another program that also provides `my.postMessage`. */
const isForeign = (userAgent: string): boolean =>
  !/Qianniu\//.test(userAgent) && /AlipayClient|DingTalk|MicroMessenger|AliApp\(/.test(userAgent)

/** Path of the cloud application, for older shells that have no configuration; the same as in bridge/shell/shell.config.json. */
const cloudAppPath = '/api/cloud_app'

async function connect(
  { script, throughHost, parent }: ClientChoice,
  pageVersion: string,
  observe: (raw: unknown) => void,
): Promise<HostConnection> {
  if (parent !== undefined) {
    const channel = windowChannel({ target: window.parent, targetOrigin: parent })
    return connectHost(observedChannel(channel, observe), { pageVersion })
  }
  if (script !== null) await loadClientScript(script)
  const my = window.my
  const post = my?.postMessage
  if (!my || !post) throw platformError('NOT_QIANNIU', { stage: 'channel' })
  const slot = {
    // Both properties are read at each use, because the client's script may replace them.
    postMessage: (message: unknown) => (my.postMessage ?? post).call(my, message),
    get onMessage() {
      return my.onMessage
    },
    set onMessage(listener) {
      my.onMessage = listener ?? null
    },
  }
  const channel = legacyChannel(observedChannel(slotChannel(slot), observe), {
    env: pageEnv(),
    cloudAppPath: throughHost ? cloudAppPath : undefined,
  })
  return connectHost(channel, { pageVersion, foreignUserAgent: isForeign(navigator.userAgent) })
}

/** Returns the platform of the client around this page. Calls wait for the client; `ready()` rejects if there is none. */
export function openQianniu(
  options: OpenQianniuOptions,
  choice: ClientChoice,
  record?: (connection: Promise<HostConnection>) => OpenRecording,
): Platform {
  const env = pageEnv()
  let shape = ''
  const see = (raw: unknown) => {
    // The first message is enough, because a client always uses the same form.
    if (shape === '') shape = messageShape(raw)
  }
  const createPlatform = (connection: Promise<HostConnection>) =>
    createQianniuPlatform({
      connection,
      shape: () => shape,
      files: options.files,
      apiBase: options.apiBase,
      ownStorage: pageStorage('kejiang.'),
      throughHost: choice.throughHost,
      now: env.now,
      newId: env.newId,
    })
  const connection = connect(choice, options.appVersion, see)
  const opened = record?.(connection)
  // The recording is saved through a second, unrecorded platform, so that the save is no part of the recording.
  return opened
    ? { ...createPlatform(opened.connection), recording: opened.recording(createPlatform(connection)) }
    : createPlatform(connection)
}
