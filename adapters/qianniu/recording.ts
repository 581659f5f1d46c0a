import type { HostConnection } from '../../bridge/page/types'
import { writeCassette } from '../cassette/cassette'
import { messageOf } from '../error-text'
import { type LocalFile, type Platform, PlatformError, type Recording } from '../platform'
import { createRecorder } from '../record/recorder'
import { recordConnection } from './record-connection'

/** A recording over a connection, and the platform beside it that saves the file without being recorded itself. */
export interface OpenRecording {
  readonly connection: Promise<HostConnection>
  /** What the seller's page shows; `saver` saves the file over the same client. */
  recording(saver: Pick<Platform, 'saveFile'>): Recording
}

/** Starts a recording of whatever crosses this connection from now on. */
export function startRecording(name: string, connection: Promise<HostConnection>): OpenRecording {
  const recorder = createRecorder({ name, now: () => performance.now(), startedAt: new Date().toISOString() })
  const subtle = typeof crypto === 'undefined' ? undefined : crypto.subtle
  const place = {
    userAgent: navigator.userAgent,
    digest: subtle ? (bytes: ArrayBuffer) => subtle.digest('SHA-256', bytes) : null,
  }
  const file = async (): Promise<LocalFile> => {
    const cassette = await recorder.cassette()
    try {
      return { name: `${name}.json`, blob: new Blob([writeCassette(cassette)], { type: 'application/json' }) }
    } catch (error) {
      throw new PlatformError('PROTOCOL', `录制没有导出：里面还有不能保存的内容（${messageOf(error)}）`, { cause: error })
    }
  }
  return {
    connection: connection.then((open) => recordConnection(open, recorder, place)),
    recording: (saver) => ({
      name,
      refusal: null,
      calls: recorder.count,
      onChange: recorder.onChange,
      save: async () => saver.saveFile(await file()),
    }),
  }
}
