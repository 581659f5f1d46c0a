/** The operator's page, at /operator: behind a token of its own, without cookies and without scripts. */
import type { OperateRequest } from '../infra/operate'
import type { OperatorState } from '../infra/operator-state'
import { callerAddress } from './caller'
import type { App, AppContext } from './environment'
import { createOperatorAccess } from './operator-access'
import { operatorPage, pageStyleHash } from './operator-page'

export interface OperatorDesk {
  readonly token: string
  state(): Promise<OperatorState>
  operate(request: OperateRequest): Promise<string>
  /** Tries dead letters again, all of a queue or one; resolves with what became of them. */
  retry(filter: { readonly queue?: string; readonly ids?: readonly string[] }): Promise<string>
}

const policy = `default-src 'none'; style-src 'sha256-${pageStyleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Does what a form asks for. */
async function act(desk: OperatorDesk, form: URLSearchParams): Promise<string> {
  const text = (name: string): string => form.get(name) ?? ''
  switch (text('action')) {
    case 'maintenance-on':
      return desk.operate({ about: 'maintenance', on: true, words: text('words') })
    case 'maintenance-off':
      return desk.operate({ about: 'maintenance', on: false })
    case 'confirm-copy':
      return desk.operate({ about: 'confirm-copy' })
    case 'retry':
      return idPattern.test(text('id')) ? desk.retry({ ids: [text('id')] }) : '没有这个任务'
    case 'retry-queue':
      return desk.retry({ queue: text('queue') })
    default:
      return '没有这个操作'
  }
}

/** Mounts the page; without a desk there is none, and the address is not the plugin's either. */
export function mountOperator(app: App, desk: OperatorDesk | undefined, isTrustedProxy: (address: string) => boolean): void {
  if (!desk) {
    for (const path of ['/operator', '/operator/*']) app.all(path, (c) => c.notFound())
    return
  }
  const access = createOperatorAccess(desk.token)
  /** Returns the refusal of a request; null when it may go on. */
  function refusalOf(c: AppContext): Response | null {
    c.header('Cache-Control', 'no-store')
    const admission = access.admit(c, callerAddress(c, isTrustedProxy))
    if (admission === 'admitted') return null
    if (admission === 'blocked') {
      c.header('Retry-After', '600')
      return c.text('尝试太多次，请十分钟后再试', 429)
    }
    c.header('WWW-Authenticate', 'Basic realm="kejiang operator", charset="UTF-8"')
    return c.text('需要 OPERATOR_TOKEN：用户名任意，密码填它', 401)
  }
  async function answer(c: AppContext, said: string | null): Promise<Response> {
    const state = await desk?.state()
    if (!state) return c.notFound()
    if (/\bapplication\/json\b/.test(c.req.header('accept') ?? '')) return c.json({ said, ...state })
    c.header('Content-Security-Policy', policy)
    return c.html(operatorPage(state, { formKey: access.formKey, said }))
  }
  app.get('/operator', async (c) => refusalOf(c) ?? (await answer(c, null)))
  app.post('/operator', async (c) => {
    const refusal = refusalOf(c)
    if (refusal) return refusal
    const form = new URLSearchParams((await c.req.text()).slice(0, 10_000))
    if (!access.isOwnForm(c, form.get('key') ?? '')) return c.text('请从运维页面上操作，刷新后重试', 403)
    return answer(c, await act(desk, form))
  })
}
