/** Types of the conformance suite, and the assertions of its checks. */
import {
  type Capability,
  type LocalFile,
  type Platform,
  PlatformError,
  type PlatformErrorCode,
  type UploadedFile,
} from '../platform'

/** Faults outside the platform that a check needs. */
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

/** The environment of one check; each adapter under test provides it. */
export interface TestEnvironment {
  readonly platform: Platform
  /** Makes a valid PNG of this size in px; different seeds give different pictures. */
  picture(width: number, height: number, seed?: number): Promise<LocalFile>
  /** Resolves with the bytes at an uploaded file's address. */
  download(file: UploadedFile): Promise<Uint8Array>
  /** Counts the pictures in the marketplace's picture space that belong to no uploaded file; 0 without such a space. */
  orphans(): Promise<number>
  /** Puts a picture into the marketplace's picture space and resolves with its cloud id. */
  cloudFile(): Promise<string>
  hasCloudFile(cloudFileId: string): Promise<boolean>
  /** Counts the calls, timers and listeners that the platform still holds. */
  pending(): Promise<number>
}

export interface Check {
  readonly name: string
  /** The check runs only for platforms with this capability. */
  readonly needs?: Capability
  /** The check runs only for platforms without this capability. */
  readonly lacks?: Capability
  readonly fault?: Fault
  run(environment: TestEnvironment): Promise<void>
}

export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
}

export function expect(condition: boolean, sentence: string, ...facts: readonly unknown[]): asserts condition {
  if (!condition) throw new CheckFailed([sentence, ...facts.map((fact) => JSON.stringify(fact))].join(' · '))
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
