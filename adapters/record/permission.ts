/** Decides whether calls may be recorded: only on request, with a name, and only with a real client. */

export interface RecordingContext {
  /** Name of the platform in use. */
  readonly environment: string
  /** Whether a program drives this page, as in a test run or CI. */
  readonly automated: boolean
}

/** Returns the reason why nothing is recorded, for the tester; null if recording is allowed. */
export function recordingRefusal({ environment, automated }: RecordingContext): string | null {
  if (automated) return '自动化环境（CI）里不录制：录制数据只能来自真实的千牛客户端'
  if (environment === 'mock') return '模拟数据不能录制：请在千牛客户端里打开'
  if (environment !== 'qianniu') return '当前可能不是千牛环境，没有可以录制的客户端'
  return null
}

/** Returns the name of a requested recording, null if it is missing or unsuitable as a file name. */
export const recordingName = (requested: string | null): string | null =>
  requested !== null && /^[a-z0-9][a-z0-9-]{0,63}$/.test(requested) ? requested : null

/** Whether a program drives this page. */
export const isAutomated = (): boolean => typeof navigator !== 'undefined' && navigator.webdriver === true
