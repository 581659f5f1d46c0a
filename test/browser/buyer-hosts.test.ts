/** The buyers' page inside mini-programs whose web views cannot choose files: doubles of `my`, `wx` and `tt` bring the photo. */
import { expect, test } from 'vitest'
import { buyerPhonesOf } from './support/buyer-phones'
import { halvesPicture } from './support/buyer-shop'

/** The upload form that the page hands to a mini-program. */
interface Form {
  readonly uploadUrl: string
  readonly params: Readonly<Record<string, string>>
}

const phones = buyerPhonesOf('小程序店')

/** Posts a picture as a mini-program's `uploadFile` does: outside the page, with the form's fields before the field `file`. */
async function post({ uploadUrl, params }: Form): Promise<void> {
  const { buffer, name } = await halvesPicture()
  const data = new FormData()
  for (const [field, value] of Object.entries(params)) data.append(field, value)
  data.append('file', new Blob([new Uint8Array(buffer)], { type: 'image/png' }), name)
  const reply = await fetch(uploadUrl, { method: 'POST', body: data })
  expect(reply.status).toBe(204)
}

interface Double {
  /** The query with which the mini-program opens the link. */
  readonly query: string
  /** Installs the client's script object, which calls `bring` of the mini-program. */
  readonly install: () => void
}

declare global {
  interface Window {
    /** Resolves with what the mini-program answers: whether a photo was posted, or why not. */
    bring(form: Form): Promise<boolean | string>
  }
}

const doubles: Readonly<Record<string, Double>> = {
  my: {
    query: '?photos=my',
    install: () => {
      const my = {
        onMessage: (_message: unknown) => {},
        postMessage({ id, uploadUrl, params }: Form & { readonly id: number }) {
          void window.bring({ uploadUrl, params }).then((ok) => {
            my.onMessage({ kejiang: 'something else', id })
            my.onMessage({ kejiang: 'photo', id, ok, ...(typeof ok === 'string' && { message: ok }) })
          })
        },
      }
      Object.assign(window, { my })
    },
  },
  wx: {
    query: '?photos=wx&photo_page=/pages/photo/photo',
    install: () => {
      const navigateTo = ({ url, fail }: { url: string; fail(): void }) => {
        const [page, query] = url.split('?')
        if (page !== '/pages/photo/photo') return fail()
        const form = JSON.parse(new URLSearchParams(query).get('form') ?? '') as Form
        void window
          .bring(form)
          .then((ok) => (typeof ok === 'string' ? fail() : document.dispatchEvent(new Event('visibilitychange'))))
      }
      Object.assign(window, { wx: { miniProgram: { navigateTo } } })
    },
  },
  tt: {
    query: '?photos=tt&photo_page=/pages/photo/photo',
    install: () => {
      const navigateTo = ({ url, fail }: { url: string; fail(): void }) => {
        const form = JSON.parse(new URLSearchParams(url.split('?')[1]).get('form') ?? '') as Form
        void window
          .bring(form)
          .then((ok) => (typeof ok === 'string' ? fail() : document.dispatchEvent(new Event('visibilitychange'))))
      }
      Object.assign(window, { tt: { miniProgram: { navigateTo } } })
    },
  },
}

/** Opens the link inside a mini-program, whose buyer chooses, goes back, or whose client is too old, one after another. */
async function openIn(name: string, answers: readonly ('photo' | 'back' | 'old')[]) {
  const double = doubles[name]
  if (!double) throw new Error(`no double of ${name}`)
  const phone = await phones.openPhone()
  const left = [...answers]
  await phone.page.exposeFunction('bring', async (form: Form) => {
    const next = left.shift()
    if (next === 'old') return '当前版本不支持选择照片'
    if (next === 'photo') await post(form)
    return next === 'photo'
  })
  await phone.page.addInitScript(double.install)
  await phone.begin(`${phones.shop.link.url}${double.query}`)
  return phone
}

test.each(Object.keys(doubles))(
  'a photo comes through %s into the design, and going back without one changes nothing',
  async (name) => {
    const phone = await openIn(name, ['back', 'photo'])
    const { page, complaints } = phone
    const forms: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/uploads')) forms.push(request.method())
    })
    const choose = page.getByRole('button', { name: '选照片：合影' })
    const undo = page.getByRole('button', { name: '撤销' })
    expect(await page.locator('input[type=file]').count()).toBe(0)
    await choose.tap()
    await phone.agree()
    await expect.poll(() => choose.isEnabled()).toBe(true)
    expect([await undo.isEnabled(), await page.getByRole('alert').allTextContents()]).toEqual([false, []])
    await choose.tap()
    await phone.takeCrop()
    await expect.poll(() => undo.isEnabled()).toBe(true)
    await page
      .getByRole('status')
      .and(page.getByText('已保存，还没有提交', { exact: true }))
      .waitFor()
    // The form that came back empty is handed on again.
    expect(forms).toEqual(['POST'])
    expect(complaints.filter((line) => !line.includes('422'))).toEqual([])
  },
)

test('a client that cannot choose says so, and the design goes on', async () => {
  const phone = await openIn('my', ['old', 'photo'])
  const { page } = phone
  const choose = page.getByRole('button', { name: '选照片：合影' })
  await choose.tap()
  await phone.agree()
  await page.getByRole('alert').getByText('当前版本不支持选择照片').waitFor()
  await choose.tap()
  await phone.takeCrop()
  await expect.poll(() => page.getByRole('button', { name: '撤销' }).isEnabled()).toBe(true)
})

test('an address that names a mini-program opens in a browser, too, and says what is missing', async () => {
  const phone = await phones.openPhone()
  await phone.page.route('https://appx/web-view.min.js', (route) => route.abort())
  await phone.begin(`${phones.shop.link.url}?photos=my`)
  await phone.page.getByRole('button', { name: '选照片：合影' }).tap()
  await phone.agree()
  await phone.page.getByRole('alert').getByText('打不开相册').waitFor()
})
