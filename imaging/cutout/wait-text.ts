/** Words about the time that something in a queue still takes. */

/** Rounded up: who waits is rather early than late. */
export const roughTimeText = (seconds: number): string =>
  seconds <= 90 ? `${Math.max(1, Math.ceil(seconds / 10)) * 10} 秒` : `${Math.ceil(seconds / 60)} 分钟`

/** How far a cutout is, by its host. */
interface CutoutPlace {
  readonly ahead: number | null
  readonly seconds: number | null
}

/** 排队抠图，前面还有 3 张，大约 40 秒 */
export function cutoutWaitText({ ahead, seconds }: CutoutPlace): string {
  const place = ahead === null || ahead === 0 ? '正在抠图' : `排队抠图，前面还有 ${ahead} 张`
  return seconds === null ? `${place}…` : `${place}，大约 ${roughTimeText(seconds)}`
}

/** The same for a narrow place: 前面 3 张，约 40 秒 */
export function shortCutoutWaitText({ ahead, seconds }: CutoutPlace): string {
  const place = ahead === null || ahead === 0 ? '抠图中' : `前面 ${ahead} 张`
  return seconds === null ? `${place}…` : `${place}，约 ${roughTimeText(seconds)}`
}

/**
 * Returns how much of the whole wait is over, 0 to 1, by the seconds since it began and those that the host says are left; null where
 * the host says nothing.
 */
export function cutoutShare(waitedSeconds: number, { seconds }: Pick<CutoutPlace, 'seconds'>): number | null {
  if (seconds === null) return null
  const waited = Math.max(0, waitedSeconds)
  return waited / (waited + Math.max(seconds, 1))
}
