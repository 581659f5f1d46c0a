/** The self-test's functions, over the bridge. */
import { probeText, textSum } from '../../bridge/core/probe'
import type { BlobHandle } from '../../bridge/core/types'
import type { HostConnection } from '../../bridge/page/types'
import { isFields } from '../../contract/ground/fields'
import type { Diagnosis, FileTrial, HostFacts, UploadTrial } from '../diagnosis/types'
import type { CallOptions, LocalFile } from '../platform'
import { viaBridge } from './bridge-errors'

export interface DiagnosisDeps
  extends Pick<
    Diagnosis,
    'shape' | 'pageStorage' | 'clientStorage' | 'currentLimits' | 'applyReport' | 'removeReport' | 'saveThroughClient'
  > {
  readonly connection: Promise<HostConnection>
  readonly throughHost: boolean
  withSentFile<T>(file: LocalFile, call: CallOptions, use: (handle: BlobHandle) => Promise<T>): Promise<T>
}

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isNumber: Check = (value) => typeof value === 'number'
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)

/** Returns a guard that checks each of these fields. */
const shaped =
  <T>(checks: { readonly [K in keyof T]: Check }) =>
  (value: unknown): value is T =>
    isFields(value) && Object.entries<Check>(checks).every(([name, check]) => check(value[name]))

interface EchoReply {
  readonly length: number
  readonly sum: number
  readonly text: string
  readonly shape: string
  readonly names: readonly string[]
}
const isEcho = shaped<EchoReply>({ length: isNumber, sum: isNumber, text: isText, shape: isText, names: isTexts })
const isFacts = shaped<HostFacts>({
  shown: isTexts,
  hidden: isTexts,
  can: isTexts,
  cannot: isTexts,
  files: isTexts,
  system: (value) => isFields(value) && Object.values(value).every(isText),
})
const isFileTrial = shaped<FileTrial>({ written: isFlag, said: isText, path: isText, ms: isNumber })
const isUploadTrial = shaped<UploadTrial>({
  task: isFlag,
  canAbort: isFlag,
  canTell: isFlag,
  told: isNumber,
  between: isNumber,
  names: isTexts,
  asked: isFlag,
  outcome: (value) => value === 'arrived' || value === 'ended' || value === 'silent',
  left: isFlag,
  fileName: isText,
  ms: isNumber,
})

/** Creates the self-test's functions. */
export function createDiagnosis({ connection, withSentFile, throughHost, ...rest }: DiagnosisDeps): Diagnosis {
  const callShell = async <T>(method: string, params: unknown, guard: (value: unknown) => value is T, call: CallOptions) =>
    viaBridge((await connection).call<T>(method, params, { ...call, guard, write: false }))
  return {
    ...rest,
    async about() {
      const open = await connection
      const { shell, client, caps, limits } = await viaBridge(open.ready())
      return { shell, client, methods: caps, limits, throughHost }
    },
    async echo({ send, want }, call) {
      const text = probeText(send)
      const open = await connection
      const options = { ...call, guard: isEcho, write: false, anySize: true }
      const reply = await viaBridge(open.call<EchoReply>('diagnose.echo', { text, want }, options))
      const whole = reply.length === send && reply.sum === textSum(text) && reply.text === probeText(want)
      return { whole, shape: reply.shape, names: reply.names }
    },
    hostFacts: (call) => callShell('diagnose.facts', {}, isFacts, call),
    writeFile: (file, call) =>
      withSentFile(file, call, (handle) => callShell('diagnose.file', { file: handle }, isFileTrial, call)),
    // `write: true` keeps the call from being sent to a second host, where it would upload a second picture.
    uploadAndDelete: (file, abort, call) =>
      withSentFile(file, call, async (handle) =>
        viaBridge(
          (await connection).call<UploadTrial>(
            'diagnose.upload',
            { file: handle, abort },
            { ...call, guard: isUploadTrial, write: true },
          ),
        ),
      ),
  }
}
