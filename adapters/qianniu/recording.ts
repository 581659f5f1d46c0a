/** Records the calls of a page to its client, for `?record=NAME`. */
import type { HostConnection } from '../../bridge/page/types'
import { messageOf } from '../../contract/ground/thrown'
import { writeCassette } from '../cassette/cassette'
import { type LocalFile, type Platform, PlatformError, type Recording } from '../platform'
import { createRecorder } from '../record/recorder'
import { recordConnection } from './record-connection'

/** A recorded connection, and its recording. */
export interface OpenRecording {
  readonly connection: Promise<HostConnection>
  /** Returns the recording for the page; `saver` saves its file and must not be recorded itself. */
  recording(saver: Pick<Platform, 'saveFile'>): Recording
}

/** Starts recording all calls over this connection. */
export function startRecording(name: string, connection: Promise<HostConnection>): OpenRecording {
  const recorder = createRecorder({ name, now: () => performance.now(), startedAt: new Date().toISOString() })
  const subtle = typeof crypto === 'undefined' ? undefined : crypto.subtle
  const context = {
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
    connection: connection.then((open) => recordConnection(open, recorder, context)),
    recording: (saver) => ({
      name,
      refusal: null,
      calls: recorder.count,
      onChange: recorder.onChange,
      save: async () => saver.saveFile(await file()),
    }),
  }
}
