/**
 * A buyer's phone: shows a customization link in a frame of a phone's size, in its browser or in the web view of a mini-program that
 * chooses photos for the page (docs/buyer.md).
 */
import { isFields } from '../../contract/ground/fields'
import { button, element } from './dom'

const sizes = { '360x640': '小屏 360 × 640', '390x844': '手机 390 × 844', '768x1024': '平板 768 × 1024' } as const
const hosts = { browser: '浏览器', my: '支付宝、淘宝小程序', wx: '微信小程序', tt: '抖音小程序' } as const
/** The page that the doubles of mini-programs choose photos on. */
const photoPage = '/pages/photo/photo'
const lastLink = 'kejiang.simulator.phone.link'

const root = document.getElementById('root')
if (!root) throw new Error('simulator-phone.html has no #root')

const choice = (label: string, choices: Readonly<Record<string, string>>) => {
  const select = element('select', {}, ...Object.entries(choices).map(([value, text]) => element('option', { value }, text)))
  return { select, field: element('label', {}, label, select) }
}
const size = choice('屏幕', sizes)
size.select.value = '390x844'
const host = choice('打开方式', hosts)
const address = element('input', { type: 'text', 'aria-label': '定制链接', placeholder: '粘贴定制链接', autocomplete: 'off' })
const status = element('span', { class: 'status', role: 'status' })
const screen = element('main')

/** Returns the path of a customization link of this server with the query of the mini-program; null for any other address. */
function pathOf(link: string): string | null {
  if (!URL.canParse(link, location.origin)) return null
  const url = new URL(link, location.origin)
  if (url.origin !== location.origin || !url.pathname.startsWith('/customize/')) return null
  if (host.select.value !== 'browser') url.searchParams.set('photos', host.select.value)
  if (host.select.value === 'wx' || host.select.value === 'tt') url.searchParams.set('photo_page', photoPage)
  return url.pathname + url.search + url.hash
}

/** Lets the person choose a picture, as a mini-program's album does, and posts it to the form; false if none was chosen. */
function choosePhoto(form: unknown): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const input = element('input', { type: 'file', accept: 'image/*', 'aria-label': '小程序的相册' })
    input.hidden = true
    const done = (settle: () => void) => {
      input.remove()
      settle()
    }
    input.addEventListener('cancel', () => done(() => resolve(false)))
    input.addEventListener('change', () => {
      const [photo] = input.files ?? []
      if (!photo || !isFields(form) || typeof form.uploadUrl !== 'string' || !isFields(form.params))
        return done(() => resolve(false))
      const data = new FormData()
      for (const [name, value] of Object.entries(form.params)) data.append(name, String(value))
      data.append('file', photo, photo.name)
      fetch(form.uploadUrl, { method: 'POST', body: data }).then(
        ({ ok }) => done(() => (ok ? resolve(true) : reject(new Error('照片没有传上去')))),
        (error: unknown) => done(() => reject(error instanceof Error ? error : new Error(String(error)))),
      )
    })
    document.body.append(input)
    input.click()
  })
}

/** Gives the page in the frame what a client's script would: functions that reach the mini-program. */
function installHost(frame: HTMLIFrameElement): void {
  const page = frame.contentWindow as (Window & Record<string, unknown>) | null
  const name = host.select.value
  if (!page || name === 'browser') return
  const say = (text: string) => {
    status.textContent = text
  }
  if (name === 'my') {
    const my = {
      onMessage: (_message: unknown) => {},
      postMessage(message: unknown) {
        if (!isFields(message) || message.kejiang !== 'photo') return
        const { id } = message
        say('小程序正在选照片')
        void choosePhoto(message)
          .then((ok) => ({ ok }))
          .catch((error: Error) => ({ ok: false, message: error.message }))
          .then((answer) => {
            say('')
            my.onMessage({ kejiang: 'photo', id, ...answer })
          })
      },
    }
    page.my = my
    return
  }
  const navigateTo = ({ url }: { readonly url: string }) => {
    say(`小程序打开了 ${photoPage}`)
    const form: unknown = JSON.parse(new URL(url, location.origin).searchParams.get('form') ?? 'null')
    void choosePhoto(form)
      .catch((error: Error) => say(error.message))
      .finally(() => {
        say('')
        page.document.dispatchEvent(new Event('visibilitychange'))
      })
  }
  page[name] = { miniProgram: { navigateTo } }
}

function open(): void {
  const path = pathOf(address.value)
  if (path === null) {
    const text =
      '在插件的“定制链接”里点“以买家身份预览”，或者把定制链接粘贴到上面。这里显示的就是买家手机上的页面，上传、提交都是真的。'
    screen.replaceChildren(element('p', { class: 'hint' }, text))
    return
  }
  localStorage.setItem(lastLink, address.value)
  const [width = '', height = ''] = size.select.value.split('x')
  const frame = element('iframe', { src: path, title: '买家的手机', allow: 'clipboard-write; web-share' })
  frame.addEventListener('load', () => installHost(frame))
  const phone = element('div', { class: 'phone' }, frame)
  phone.style.width = `${Number(width) + 28}px`
  phone.style.height = `${Number(height) + 28}px`
  screen.replaceChildren(phone)
}

const form = element('form', {}, address, element('button', { type: 'submit' }, '打开'))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  open()
})
for (const { select } of [size, host]) select.addEventListener('change', open)
root.append(
  element('header', {}, element('h1', {}, '买家手机模拟器'), size.field, host.field, form, button('重新打开', open), status),
  screen,
)
address.value = new URLSearchParams(location.search).get('link') ?? localStorage.getItem(lastLink) ?? ''
open()
