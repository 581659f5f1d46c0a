/**
 * Photos from the mini-program that shows this page, where its web view cannot choose files. The page asks it for a photo and gives it an
 * upload form; the mini-program chooses, posts the file to the form, and the server has the photo. No picture crosses the message
 * channel, whose limits differ by client. docs/buyer.md says what the mini-program does.
 *
 * Sources: `my.postMessage` and `my.onMessage` reach the mini-program and the page at once (opendocs.alipay.com/mini/component/web-view);
 * `wx.miniProgram.postMessage` and `tt.miniProgram.postMessage` arrive only when the page is left, so there a page of the mini-program is
 * opened instead (developers.weixin.qq.com/miniprogram/dev/component/web-view.html,
 * developer.open-douyin.com/docs/resource/zh-CN/mini-app/develop/component/open-capacity/web-view).
 */

import { isFields } from '../contract/ground/fields'
import { clientScript } from '../contract/rules/client-script'
import type { UploadForm } from '../contract/types'

export interface PhotoHost {
  /** Lets the buyer choose a photo, which is posted to the form. Resolves to false if none was chosen. */
  bring(form: UploadForm): Promise<boolean>
}

const noAnswer = '打不开相册，请把 App 升级到最新版本后重试'
const scriptMs = 8000
const silent = '小程序没有回应，请重试'
/** Time for the buyer to choose a photo or take one, ms. */
const answerMs = 3 * 60_000

type Call = (argument: unknown) => void
const functionAt = (value: unknown, name: string): Call | null =>
  isFields(value) && typeof value[name] === 'function' ? (argument) => void (value[name] as Call).call(value, argument) : null

/** Returns what the host's script defined under this name, loading that script if the host has not brought it. */
async function hostObject(name: 'my' | 'wx' | 'tt', script: string | undefined, isThere: (host: unknown) => boolean) {
  const here = () => (window as unknown as Readonly<Record<string, unknown>>)[name]
  if (isThere(here())) return here()
  if (script !== undefined) await load(script)
  if (!isThere(here())) throw new Error(noAnswer)
  return here()
}

function load(src: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = src
    // A failed load is ignored here: the caller checks whether the script defined its object.
    const timer = setTimeout(resolve, scriptMs)
    script.onload = script.onerror = () => {
      clearTimeout(timer)
      resolve()
    }
    document.head.append(script)
  })
}

/** Returns the upload form in the shape of the mini-program: an absolute address, and the fields that come before the field `file`. */
const askedFor = ({ uploadUrl, params }: UploadForm) => ({ uploadUrl: new URL(uploadUrl, location.href).href, params })

let asked = 0

/** Asks by messages; the answer is `{kejiang: 'photo', id, ok, message}`. */
const byMessages: PhotoHost = {
  async bring(form) {
    const my = await hostObject('my', clientScript, (host) => functionAt(host, 'postMessage') !== null)
    const id = ++asked
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(silent)), answerMs)
      // The client delivers every message to this one function.
      ;(my as { onMessage?: (message: unknown) => void }).onMessage = (message) => {
        if (!isFields(message) || message.kejiang !== 'photo' || message.id !== id) return
        clearTimeout(timer)
        if (typeof message.message === 'string') reject(new Error(message.message))
        else resolve(message.ok === true)
      }
      functionAt(my, 'postMessage')?.({ kejiang: 'photo', id, ...askedFor(form) })
    })
  },
}

/** Opens a page of the mini-program, and goes on when this page is shown again. */
const byPage = (name: 'wx' | 'tt', script: string | undefined, page: string): PhotoHost => ({
  async bring(form) {
    const miniProgram = (host: unknown) => (isFields(host) ? host.miniProgram : undefined)
    const host = await hostObject(name, script, (one) => functionAt(miniProgram(one), 'navigateTo') !== null)
    const url = `${page}?form=${encodeURIComponent(JSON.stringify(askedFor(form)))}`
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        document.removeEventListener('visibilitychange', shown)
        settle()
      }
      const shown = () => document.visibilityState === 'visible' && end(() => resolve(true))
      document.addEventListener('visibilitychange', shown)
      functionAt(miniProgram(host), 'navigateTo')?.({ url, fail: () => end(() => reject(new Error(noAnswer))) })
    })
  },
})

/** Addresses of the hosts' scripts as this server was configured, `wx=https://…` with a space between. */
function scriptOf(name: 'wx' | 'tt'): string | undefined {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="web-view-sdks"]')?.content ?? ''
  return configured
    .split(' ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

/**
 * Returns the mini-program that brings photos, as the page's address names it: `?photos=my`, or `?photos=wx` and `?photos=tt` with the
 * mini-program's page in `photo_page`. Null where the browser chooses files.
 */
export function photoHostIn(search: string): PhotoHost | null {
  const query = new URLSearchParams(search)
  const name = query.get('photos')
  if (name === 'my') return byMessages
  const page = query.get('photo_page') ?? ''
  if ((name !== 'wx' && name !== 'tt') || !/^\/[\w/-]{1,100}$/.test(page)) return null
  return byPage(name, scriptOf(name), page)
}
