/** The place a check of the suite runs in, and what all checks say their findings with. */
import {
  type Capability,
  type LocalFile,
  type Platform,
  PlatformError,
  type PlatformErrorCode,
  type UploadedFile,
} from '../platform'

/** What goes wrong outside the platform while a check runs. */
export const faults = [
  'silent',
  'wrong-kind',
  'permission',
  'sub-account',
  'business',
  'auth-once',
  'auth-for-ever',
  'config',
  'transfer',
  'file-save',
  'save-cancelled',
  'disk',
] as const
export type Fault = (typeof faults)[number]

/** The place a check runs in. */
export interface World {
  readonly platform: Platform
  /** A real PNG of this size; different seeds give different pictures. */
  picture(width: number, height: number, seed?: number): Promise<LocalFile>
  /** The bytes behind an uploaded file's address. */
  download(file: UploadedFile): Promise<Uint8Array>
  /** Pictures that lie in the marketplace's cloud and belong to no uploaded file; 0 where there is no such cloud. */
  orphans(): Promise<number>
  /** Puts a picture into the marketplace's cloud and answers its cloud id. */
  cloudFile(): Promise<string>
  hasCloudFile(cloudId: string): Promise<boolean>
  /** Calls, timers and listeners the platform still holds. */
  pending(): Promise<number>
}

export interface Check {
  readonly name: string
  /** The check is about something this platform must have, … */
  readonly needs?: Capability
  /** … or must not have. */
  readonly lacks?: Capability
  readonly fault?: Fault
  run(world: World): Promise<void>
}

export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
}

export function expect(holds: boolean, sentence: string, ...facts: readonly unknown[]): asserts holds {
  if (!holds) throw new CheckFailed([sentence, ...facts.map((fact) => JSON.stringify(fact))].join(' · '))
}

export async function rejection(promise: Promise<unknown>): Promise<PlatformError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  expect('error' in outcome, 'it must reject', outcome)
  expect(outcome.error instanceof PlatformError, 'it must reject with a PlatformError', String(outcome.error))
  return outcome.error
}

export async function rejects(promise: Promise<unknown>, code: PlatformErrorCode, text: RegExp): Promise<PlatformError> {
  const error = await rejection(promise)
  expect(error.code === code, `the code must be ${code}`, error.code, error.message, error.options.detail)
  expect(text.test(error.message), `the text must match ${text}`, error.message)
  return error
}
