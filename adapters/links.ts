import { PlatformError } from './platform'

/** Only web addresses leave the plugin: a script or file address in shop data must not run. */
export function webAddress(url: string, base?: string): string {
  let parsed: URL | null = null
  try {
    parsed = new URL(url, base)
  } catch {
    // Reported below together with forbidden schemes.
  }
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) {
    throw new PlatformError('PROTOCOL', '这个链接不是网页地址，没有打开', { detail: { url } })
  }
  return parsed.href
}

/** Nick without the site prefix that clients put before it. */
export const plainNick = (nick: string): string => nick.trim().replace(/^cntaobao/, '')

/** The page of Wangwang that opens a chat with a Taobao nick, in the desktop program when there is one. */
export function chatAddress(nick: string): string {
  const query = new URLSearchParams({ ver: '3', touid: plainNick(nick), siteid: 'cntaobao', status: '1', charset: 'utf-8' })
  return `https://www.taobao.com/webww/ww.php?${query}`
}
