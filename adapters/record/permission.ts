/** Whether calls may be recorded here. Recording is asked for by name, never a default, and only a real client is recorded. */

export interface RecordingPlace {
  /** The door that opened. */
  readonly environment: string
  /** A machine drives this page: a test run or a CI. */
  readonly automated: boolean
}

/** Why nothing is recorded here, for whoever asked; null when it may be. */
export function recordingRefusal({ environment, automated }: RecordingPlace): string | null {
  if (automated) return '自动化环境（CI）里不录制：录制数据只能来自真实的千牛客户端'
  if (environment === 'mock') return '模拟数据不能录制：请在千牛客户端里打开'
  if (environment !== 'qianniu') return '当前可能不是千牛环境，没有可以录制的客户端'
  return null
}

/** Names a scenario may have: they become file names. */
export const recordingName = (asked: string | null): string | null =>
  asked !== null && /^[a-z0-9][a-z0-9-]{0,63}$/.test(asked) ? asked : null

/** A page driven by a program says so; a program without a page is told by its surroundings. */
export const isAutomated = (): boolean => typeof navigator !== 'undefined' && navigator.webdriver === true
