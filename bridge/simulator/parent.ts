/**
 * A demo order system that embeds the plugin's pages, to try out the messages of contract/embedding.ts. It runs at one local host
 * name of the server and frames the plugin at the other, so that the two have different origins.
 */
import { embeddedPages, type ParentMessage, type ParentOrder } from '../../contract/embedding'
import type { Order } from '../../contract/types'
import { button, element, section } from './dom'

/** Returns this server's origin under its other local name, or the same origin if its name is not a local one. */
function pluginOrigin(): string {
  const url = new URL(location.origin)
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  else if (url.hostname === '127.0.0.1') url.hostname = 'localhost'
  return url.origin
}

const plugin = pluginOrigin()
/** Interval at which the orders are sent until the page replies, ms: it may not listen yet when its iframe has loaded. */
const sendEveryMs = 500

const root = document.getElementById('root')
if (!root) throw new Error('simulator-parent.html has no #root')

const log = element('ol', { class: 'log', 'aria-label': '消息记录', tabindex: '0' })
const logLine = (text: string) => {
  log.append(element('li', {}, text))
  log.scrollTop = log.scrollHeight
}

let token = ''
let orders: readonly Order[] = []
let frame: HTMLIFrameElement | null = null
let sending: ReturnType<typeof setInterval> | undefined

const list = element('ul', { class: 'orders' })
const layer = element('div', { class: 'layer' })
layer.hidden = true
const status = element('div', { class: 'status' })
const withToken = element('input', { type: 'checkbox', id: 'with-token', checked: '' })

function stop(): void {
  clearInterval(sending)
  frame?.remove()
  frame = null
  layer.hidden = true
}

function send(message: ParentMessage): void {
  logLine(`→ ${message.type}`)
  frame?.contentWindow?.postMessage(message, plugin)
}

/** Shows an embedded page and calls `onLoaded` once it has loaded. */
function open(path: string, container: HTMLElement, title: string, onLoaded: () => void): void {
  stop()
  const url = new URL(path, plugin)
  if (withToken.checked && token !== '') url.searchParams.set('token', token)
  frame = element('iframe', { src: url.href, title })
  frame.addEventListener('load', onLoaded, { once: true })
  container.replaceChildren(frame)
}

const toParentOrder = ({ originalId, orderItems }: Order): ParentOrder => ({
  orderOriginalId: originalId,
  orderItems: orderItems
    .filter(({ customizations }) => customizations.length > 0)
    .map((item) => ({
      originalId: item.originalId,
      quantity: item.quantity,
      phoneCaseCustomizationInfos: item.customizations.map((one) => ({
        id: one.id,
        phoneModelId: one.phoneModelId,
        phoneCaseMaterialId: one.phoneCaseMaterialId,
        phoneCaseMaterialColorId: one.phoneCaseMaterialColorId,
        customizedImageUrl: one.customizedImageUrl,
      })),
    })),
})

function push(): void {
  const ids = new Set([...list.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => Number(value)))
  const chosen = orders.filter(({ id }) => ids.has(id)).map(toParentOrder)
  if (chosen.length === 0) {
    logLine('请先勾选订单')
    return
  }
  const sendOrders = () => send({ type: 'PUSH_ORDER_TO_FACTORY', orders: chosen })
  open(embeddedPages.push, layer, '推送到工厂', () => {
    sendOrders()
    sending = setInterval(sendOrders, sendEveryMs)
  })
  layer.hidden = false
}

addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
  if (frame === null || source !== frame.contentWindow || origin !== plugin) return
  logLine(`← ${JSON.stringify(data)}`)
  const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : null
  if (type === 'READY' || type === 'ORDERS_REFUSED') clearInterval(sending)
  if (type === 'CLOSE_APP') stop()
})

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await reply.json()
  if (reply.ok) return answer as T
  throw new Error(
    typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : `${reply.status}`,
  )
}

const isPushable = ({ orderItems }: Order) => orderItems.some(({ customizations }) => customizations.length > 0)

async function signIn(username: string, password: string): Promise<void> {
  token = ''
  token = (await call<{ token: string }>('POST', '/api/users/login', { username, password })).token
  const { items } = await call<{ items: readonly Order[] }>('GET', '/api/orders?pageNo=1&pageSize=50')
  orders = items.filter(isPushable)
  list.replaceChildren(
    ...orders.map((order) => {
      const checkbox = element('input', { type: 'checkbox', value: String(order.id) })
      const cases = order.orderItems.reduce((sum, { customizations }) => sum + customizations.length, 0)
      return element('li', {}, element('label', {}, checkbox, `${order.originalId}（${cases} 个定制）`))
    }),
  )
  pushButton.disabled = orders.length === 0
  logLine(`读取到 ${orders.length} 个有定制的订单`)
}

const username = element('input', { type: 'text', 'aria-label': '用户名', value: 'demo', autocomplete: 'username' })
const password = element('input', {
  type: 'password',
  'aria-label': '密码',
  placeholder: '密码',
  autocomplete: 'current-password',
})
const form = element('form', {}, username, password, element('button', { type: 'submit' }, '登录并读取订单'))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  signIn(username.value, password.value).catch((error: unknown) =>
    logLine(`没有读取到订单：${error instanceof Error ? error.message : String(error)}`),
  )
})
const pushButton = button('推送到工厂', push)
pushButton.disabled = true
const loginButton = button('查询登录状态', () => open(embeddedPages.login, status, '登录状态', () => send({ type: 'HAS_LOGIN' })))

root.append(
  element(
    'main',
    {},
    element('h1', {}, '订单系统演示'),
    element('p', {}, `这个页面（${location.origin}）扮演另一家的订单系统，把壳匠（${plugin}）的推送页面嵌进来。`),
    section(
      '订单',
      form,
      list,
      element(
        'div',
        { class: 'actions' },
        pushButton,
        loginButton,
        withToken,
        element('label', { for: 'with-token' }, '在地址里带上登录凭证'),
      ),
    ),
    section('登录状态', status),
    section('消息记录', log),
  ),
  layer,
)
