/** Words about the time that something in a queue still takes. */

/** Rounded up: who waits is rather early than late. */
export const roughTimeText = (seconds: number): string =>
  seconds <= 90 ? `${Math.max(1, Math.ceil(seconds / 10)) * 10} 秒` : `${Math.ceil(seconds / 60)} 分钟`

/** How far a cutout is, by its host. */
interface CutoutPlace {
  readonly ahead: number | null
  readonly seconds: number | null
}

/** 排队抠图，前面还有 3 个，大约 40 秒 */
export function cutoutWaitText({ ahead, seconds }: CutoutPlace): string {
  const place = ahead === null || ahead === 0 ? '正在抠图' : `排队抠图，前面还有 ${ahead} 个`
  return seconds === null ? `${place}…` : `${place}，大约 ${roughTimeText(seconds)}`
}

/** The same for a narrow place: 前面 3 个，约 40 秒 */
export function shortCutoutWaitText({ ahead, seconds }: CutoutPlace): string {
  const place = ahead === null || ahead === 0 ? '抠图中' : `前面 ${ahead} 个`
  return seconds === null ? `${place}…` : `${place}，约 ${roughTimeText(seconds)}`
}
