/** Checks and builds the addresses that adapters open. */
import { PlatformError } from './platform'

/** Returns an http or https address; throws PROTOCOL for others, because script addresses in shop data must not run. */
export function webAddress(url: string, base?: string): string {
  let parsed: URL | null = null
  try {
    parsed = new URL(url, base)
  } catch {
    // An invalid address is reported below, together with forbidden schemes.
  }
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) {
    throw new PlatformError('PROTOCOL', '这个链接不是网页地址，没有打开', { detail: { url } })
  }
  return parsed.href
}

/** Returns a nick without the site prefix that clients add. */
export const plainNick = (nick: string): string => nick.trim().replace(/^cntaobao/, '')

/** Returns the Wangwang page that opens a chat with a Taobao nick, in the desktop program if it is installed. */
export function chatAddress(nick: string): string {
  const query = new URLSearchParams({ ver: '3', touid: plainNick(nick), siteid: 'cntaobao', status: '1', charset: 'utf-8' })
  return `https://www.taobao.com/webww/ww.php?${query}`
}
