/** Work in the designer is not lost: leaving the screen, a killed tab, failed saves, an ended session, another seller's save. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { DesignerPage } from './pages/designer-page'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { type Picture, pngPicture } from './support/pictures'
import { recordRequests } from './support/requests'

const suite = designerSuite('设计器 保存')
const { address, open } = suite
let picture: Picture
let stored: { readonly fileId: number; readonly url: string }

beforeAll(async () => {
  // Its resolution is high enough for print, so no check asks before a save.
  picture = await pngPicture('新图.png', 900, 900)
  stored = await suite.shop.picture(await pngPicture('原图.png', 64, 64))
})

const template = () => suite.template([layerRow(stored, { uuid: '原图', index: 0 })], { name: '原来的' })
const layersOf = async (id: number) => (await suite.shop.template(id)).layers.map((layer) => layer.name)

async function answer(page: Page, words: string, button: string): Promise<void> {
  const dialog = page.locator('.arco-modal').filter({ hasText: words }).last()
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

describe('leaving unsaved work', () => {
  test('closing a changed design asks 是否保存, with the choices to stay, to save and to discard', async () => {
    const { designer, page, complaints } = await open('new')
    await designer.button('保存').click()
    await designer.message('请上传至少一个图层').waitFor()
    await designer.upload(picture)
    await designer.button('关闭设计器').click()
    await answer(page, '是否保存', '继续编辑')
    expect(await designer.names()).toEqual(['新图'])
    await designer.button('关闭设计器').click()
    await answer(page, '是否保存', '保存')
    await answer(page, '现在就上架吗？', '先保存，不上架')
    await designer.canvas.waitFor({ state: 'detached' })
    const [saved] = await suite.shop.templates(suite.collectionId)
    expect(await layersOf(saved?.id ?? 0)).toEqual(['新图'])

    await page.goto(address(saved?.id ?? 0))
    await designer.ready()
    await designer.upload(await pngPicture('不要的.png', 64, 64))
    await designer.button('关闭设计器').click()
    await answer(page, '是否保存', '不保存')
    await designer.canvas.waitFor({ state: 'detached' })
    await page.goto(address(saved?.id ?? 0))
    await designer.ready()
    expect(await designer.names()).toEqual(['新图'])
    expect(await page.getByText('发现未保存的草稿').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test("the browser's Back and closing the tab ask before unsaved work is left", async () => {
    const { id } = await template()
    const { designer, page } = await open(id)
    await designer.close()
    await page.locator('.card-open').first().click()
    await designer.ready()
    await designer.upload(picture)
    // The leave guard asks only once the design counts as unsaved.
    await page.locator('.designer-save-state.is-dirty').waitFor()
    const here = page.url()
    await page.evaluate(() => history.back())
    await answer(page, '是否保存', '继续编辑')
    expect(page.url()).toBe(here)
    expect(await designer.names()).toContain('新图')
    let wasAsked = false
    page.on('dialog', (dialog) => {
      wasAsked = dialog.type() === 'beforeunload'
      void dialog.dismiss()
    })
    const unload = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    await unload
    expect(wasAsked).toBe(true)
    expect(await designer.names()).toContain('新图')
  })

  test.runIf(allTests)("the browser's Back goes to the former page once the design is saved or discarded", async () => {
    const { id } = await template()
    const { designer, page } = await open(id)
    const list = `${suite.baseUrl}/app/design_template?collection=${suite.collectionId}`
    await designer.close()
    await page.locator('.card-open').first().click()
    await designer.ready()
    await designer.rename('回退时保存')
    await page.locator('.designer-save-state.is-dirty').waitFor()
    await page.evaluate(() => history.back())
    await answer(page, '是否保存', '保存')
    await designer.canvas.waitFor({ state: 'detached' })
    expect(page.url()).toBe(list)
    expect((await suite.shop.templates(suite.collectionId)).map((one) => one.name)).toContain('回退时保存')

    await page.locator('.card-open').first().click()
    await designer.ready()
    await designer.rename('不要的名字')
    await page.locator('.designer-save-state.is-dirty').waitFor()
    await page.evaluate(() => history.back())
    await answer(page, '是否保存', '不保存')
    await designer.canvas.waitFor({ state: 'detached' })
    expect(page.url()).toBe(list)
    expect((await suite.shop.templates(suite.collectionId)).map((one) => one.name)).not.toContain('不要的名字')
  })
})

describe('a killed tab', () => {
  test('after a killed tab the draft is offered, and can be restored or discarded', async () => {
    const { id } = await template()
    const { designer, page, context } = await open(id)
    await designer.rename('还没保存')
    await designer.upload(picture)
    // The draft must be stored at once, so the tab is closed without waiting.
    await page.close()

    const second = await context.newPage()
    await second.goto(address(id))
    const reopened = new DesignerPage(second)
    await reopened.ready()
    await answer(second, '发现未保存的草稿', '恢复草稿')
    await reopened.layer('新图').waitFor()
    expect(await reopened.names()).toEqual(['新图', '原图'])
    await reopened.button('重命名模板「还没保存」').waitFor()
    await second.close()

    const third = await context.newPage()
    await third.goto(address(id))
    const last = new DesignerPage(third)
    await last.ready()
    await answer(third, '发现未保存的草稿', '丢弃')
    await third.reload()
    await last.ready()
    expect(await last.names()).toEqual(['原图'])
    expect(await third.getByText('发现未保存的草稿').count()).toBe(0)
  })
})

describe("another seller's save", () => {
  async function collide() {
    const { id } = await template()
    const opened = await open(id)
    await opened.designer.upload(picture)
    await opened.designer.rename('我的')
    await suite.shop.saveOver(id, (body) => ({
      ...body,
      name: '他们的',
      layers: body.layers.map((one) => ({ ...one, name: '他图' })),
    }))
    await opened.designer.button('保存').click()
    await opened.designer.dialogWith('模板已被修改').waitFor()
    return { ...opened, id }
  }

  test.runIf(allTests)('另存为副本 leaves both versions in place', async () => {
    const { designer, page, id } = await collide()
    await answer(page, '模板已被修改', '另存为副本')
    await answer(page, '现在就上架吗？', '先保存，不上架')
    await designer.message('新增设计模板成功').waitFor()
    expect(await layersOf(id)).toEqual(['他图'])
    const copy = (await suite.shop.templates(suite.collectionId)).find((one) => one.name.startsWith('我的'))
    expect(copy?.id).not.toBe(id)
    expect(await layersOf(copy?.id ?? 0)).toEqual(['原图', '新图'])
  })

  test.runIf(allTests)("载入最新版本 shows the other seller's version, and one undo returns to one's own", async () => {
    const { designer, page, id } = await collide()
    await answer(page, '模板已被修改', '载入最新版本')
    await designer.layer('他图').waitFor()
    expect(await designer.names()).toEqual(['他图'])
    await designer.button('撤销').click()
    await designer.layer('新图').waitFor()
    expect(await designer.names()).toEqual(['新图', '原图'])
    await designer.save()
    expect(await layersOf(id)).toEqual(['原图', '新图'])
  })

  test("覆盖保存 replaces the other seller's version", async () => {
    const { designer, page, id } = await collide()
    await answer(page, '模板已被修改', '覆盖保存')
    await designer.message('保存成功').waitFor()
    expect(await layersOf(id)).toEqual(['原图', '新图'])
    expect((await suite.shop.template(id)).name).toBe('我的')
  })
})

describe('a save that fails', () => {
  test('a failed save keeps the design, shows the reason beside the button, and succeeds on retry', async () => {
    const { id } = await template()
    const { designer, page, context } = await open(id)
    await designer.upload(picture)
    await page.route(`**/api/design_templates/${id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"internal","message":"出错"}' })
        : route.continue(),
    )
    await designer.button('保存').click()
    const error = page.locator('.designer-save-error')
    await error.waitFor()
    expect(await error.textContent()).toContain('没有保存成功，设计还在这里')
    await page.unroute(`**/api/design_templates/${id}`)
    await context.setOffline(true)
    await error.getByRole('button', { name: '重试' }).click()
    await designer.saveState.and(page.locator('.is-error')).waitFor()
    expect(await designer.names()).toEqual(['新图', '原图'])
    await context.setOffline(false)
    await designer.save()
    expect(await error.count()).toBe(0)
    expect(await layersOf(id)).toEqual(['原图', '新图'])
  })

  test.runIf(allTests)('a save that failed because the session ended succeeds after signing in again', async () => {
    const { id } = await template()
    const { designer, page } = await open(id)
    await designer.upload(picture)
    await page.route('**/api/**', (route) =>
      route.request().url().endsWith('/login')
        ? route.continue()
        : route.fulfill({ status: 401, json: { traceId: 't', code: 'unauthenticated', message: '' } }),
    )
    await designer.button('保存').click()
    await page.getByRole('textbox', { name: '用户名' }).waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('textbox', { name: '用户名' }).fill('demo')
    await page.getByLabel('密码', { exact: true }).fill('kejiang-demo')
    await page.getByLabel('密码', { exact: true }).press('Enter')
    await page.getByRole('textbox', { name: '用户名' }).waitFor({ state: 'hidden' })
    await designer.layer('新图').waitFor()
    await designer.save()
    expect(await layersOf(id)).toEqual(['原图', '新图'])
  })

  test('a double click on save creates one template', async () => {
    const { designer, page } = await open('new')
    await designer.upload(picture)
    await designer.rename('只存一次')
    const posts = recordRequests(page, 'POST', '/api/design_templates')
    await designer.button('保存').dblclick()
    await answer(page, '现在就上架吗？', '先保存，不上架')
    await designer.message('新增设计模板成功').waitFor()
    expect(posts).toHaveLength(1)
    expect((await suite.shop.templates(suite.collectionId)).filter((one) => one.name === '只存一次')).toHaveLength(1)
  })
})

describe('a first save whose response is lost', () => {
  const create = '**/api/design_templates'
  const byName = async (name: string) => (await suite.shop.templates(suite.collectionId)).filter((one) => one.name === name)

  /** Lets the server create the template and drops the response; returns the idempotency keys of the requests. */
  async function losing(page: Page) {
    const keys: (string | undefined)[] = []
    await page.route(create, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      return route.abort('connectionreset')
    })
    return keys
  }

  test.runIf(allTests)(
    'a first save without a response creates one template: the retry repeats it, then saves newer changes',
    async () => {
      const { designer, page } = await open('new')
      await designer.upload(picture)
      await designer.rename('断线')
      const keys = await losing(page)
      await designer.button('保存').click()
      await answer(page, '现在就上架吗？', '先保存，不上架')
      const error = page.locator('.designer-save-error')
      await error.waitFor()
      expect(await byName('断线')).toHaveLength(1)
      await designer.upload(await pngPicture('后来的.png', 900, 900))
      await page.unroute(create)
      const saveRequest = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/design_templates'),
      )
      await error.getByRole('button', { name: '重试' }).click()
      expect((await saveRequest).headers()['idempotency-key']).toBe(keys[0])
      await designer.message('新增设计模板成功').waitFor()
      const made = await byName('断线')
      expect(made).toHaveLength(1)
      expect(await layersOf(made[0]?.id ?? 0)).toEqual(['新图', '后来的'])
      expect(page.url()).toContain(`design=${made[0]?.id}`)
    },
  )

  test('a first save whose response is lost creates one template even if the tab is closed in between', async () => {
    const { designer, page, context } = await open('new')
    await designer.upload(picture)
    await designer.rename('断线又关闭')
    await losing(page)
    await designer.button('保存').click()
    await answer(page, '现在就上架吗？', '先保存，不上架')
    await page.locator('.designer-save-error').waitFor()
    await page.close()

    const second = await context.newPage()
    await second.goto(address('new'))
    const reopened = new DesignerPage(second)
    await reopened.ready()
    await answer(second, '发现未保存的草稿', '恢复草稿')
    await reopened.layer('新图').waitFor()
    await reopened.button('保存').click()
    await reopened.message('新增设计模板成功').waitFor()
    const made = await byName('断线又关闭')
    expect(made).toHaveLength(1)
    expect(second.url()).toContain(`design=${made[0]?.id}`)
    await second.reload()
    await reopened.ready()
    expect(await reopened.names()).toEqual(['新图'])
    expect(await second.getByText('发现未保存的草稿').count()).toBe(0)
  })
})
