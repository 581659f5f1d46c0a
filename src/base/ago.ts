/** How long ago something was, as sellers say it. */
import { beijingMinute } from './beijing-time'

const minute = 60_000
const hour = 60 * minute

/** Returns 刚刚, 3 分钟前, 5 小时前, and after a day the time itself. A time that is not over yet counts as 刚刚. */
export function agoText(ms: number, now: number): string {
  const passed = now - ms
  if (passed < minute) return '刚刚'
  if (passed < hour) return `${Math.floor(passed / minute)} 分钟前`
  return passed < 24 * hour ? `${Math.floor(passed / hour)} 小时前` : beijingMinute(ms)
}
