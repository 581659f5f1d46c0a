/** AI portraits in the designer: placeholder images, cutout layers, and cutting out a picture with a scripted cutout host. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { accessibilityFindings } from './support/axe'
import { designerSuite } from './support/designer'
import { layerRow } from './support/designs'
import { jpegPicture, pngPicture } from './support/pictures'

const suite = designerSuite('设计器 人像')
const design = (templateId: number | 'new', before?: (page: Page) => Promise<unknown>) =>
  suite.open(templateId, { width: 1180, height: 760, ...(before && { before }) })

const openMenu = (page: Page) =>
  page.getByRole('navigation', { name: '设计工具' }).getByRole('button', { name: 'AI人像' }).click()

describe('placeholder images', () => {
  test.runIf(allTests)(
    'placeholder images are uploaded, refused when unsuitable, used, saved, and deleted after a warning',
    async () => {
      const { page, designer, complaints } = await design('new')
      await openMenu(page)
      await page.getByText('还没有头像占位图').waitFor()
      const large = { name: '太大.png', mimeType: 'image/png', buffer: Buffer.alloc(3_145_729) }
      const renamed = { name: '改名.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a and so on') }
      const { name, mimeType, buffer } = await jpegPicture('头.jpg', 300, 300)
      await page.getByTestId('placeholder-files').setInputFiles([large, renamed, { name, mimeType, buffer }])
      await designer.message('上传成功').waitFor()
      await page.getByText('太大.png：图片大小不能超过3M').waitFor()
      await page.getByText('改名.png：不是支持的图片格式，请上传 PNG、JPG 图片').waitFor()
      await designer.button('移除「太大.png」').click()
      await designer.button('移除「改名.png」').click()

      await designer.button('添加「头像占位图 1」').click()
      await designer.layer('头像占位图 1').waitFor()
      await page.getByRole('radio', { name: '头像' }).waitFor({ state: 'attached' })
      expect(await page.getByRole('radio', { name: '头像' }).isChecked()).toBe(true)
      expect(await accessibilityFindings(page)).toEqual([])
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/portrait-1180.png` })
      await designer.rename('人像模板')
      await designer.save()
      const [row] = await suite.shop.templates(suite.collectionId)
      const saved = await suite.shop.template(row?.id ?? 0)
      expect(saved.layers).toMatchObject([
        { type: 'AI_CUTOUT', aiCutoutType: 'head', aiCutoutPlaceholderImageType: 'head', isUserUploadImage: false },
      ])

      await designer.button('删除「头像占位图 1」').click()
      const confirmation = designer.dialogWith('确定删除占位图像吗?')
      await confirmation.getByText('正在使用这张占位图像的模板可能会显示异常').waitFor()
      await confirmation.getByRole('button', { name: /^删除/ }).click()
      await designer.message('删除成功').waitFor()
      await page.getByText('还没有头像占位图').waitFor()
      // The layer keeps its picture.
      expect(await designer.names()).toEqual(['头像占位图 1'])
      expect(complaints).toEqual([])
    },
  )
})

async function pictureDesign(): Promise<number> {
  const stored = await suite.shop.picture(await pngPicture('人.png', 400, 400))
  const { id } = await suite.template([layerRow(stored, { uuid: 'a', index: 0, name: '人物' })])
  return id
}

describe('a picture layer and its cutout', () => {
  test.runIf(allTests)('a picture layer is marked as a cutout layer and unmarked again', async () => {
    const id = await pictureDesign()
    const { page, designer, complaints } = await design(id)
    await designer.select('人物')
    await page.locator('.designer-cutout').getByText('全身').click()
    await page.getByText('买家定制时，这里换成全身抠图').waitFor()
    await designer.save()
    const before = await suite.shop.template(id)
    expect(before.layers).toMatchObject([{ type: 'AI_CUTOUT', aiCutoutType: 'body' }])
    await page.locator('.designer-cutout').getByText('不标记').click()
    await designer.save()
    const after = await suite.shop.template(id)
    expect(after.layers).toMatchObject([{ type: 'IMAGE' }])
    expect(after.layers[0]?.id).not.toBe(before.layers[0]?.id)
    expect(complaints).toEqual([])
  })

  test('the host of the ticket cuts a picture out, through failure, retry, cancel and result, with one undo step', async () => {
    const id = await pictureDesign()
    const result = await pngPicture('结果.png', 200, 100)
    const requests: { path: string; body: unknown }[] = []
    /** The states that the task reports one after another; the last one repeats. */
    const script: object[] = []
    const { page, designer, complaints } = await design(id, async (page) => {
      await page.route('**/api/image_cutout_task/token', async (route) => {
        requests.push({ path: 'token', body: route.request().postDataJSON() })
        await route.fulfill({ json: { token: 'ticket', host: `${suite.baseUrl}/cutter` } })
      })
      await page.route('**/cutter/**', async (route) => {
        const { pathname } = new URL(route.request().url())
        if (pathname === '/cutter/result.png') return route.fulfill({ contentType: 'image/png', body: result.buffer })
        requests.push({ path: pathname, body: route.request().postDataJSON() })
        const [now] = script
        if (script.length > 1) script.shift()
        await route.fulfill({ json: { id: 't1', errorMessage: null, resultImageUrls: [], ...now } })
      })
    })
    await designer.select('人物')
    script.push({ status: 'FAILED', errorMessage: '图片中没有人像' })
    await designer.button('AI 抠图').click()
    await page.getByText('图片中没有人像', { exact: true }).waitFor()
    await designer.layer('人物').getByText('抠图失败：图片中没有人像').waitFor()
    const card = page.getByRole('group', { name: '「人物」的抠图' })
    await card.getByText('抠图失败：图片中没有人像').waitFor()
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/cutout-failed.png` })
    expect(requests[0]).toMatchObject({
      path: 'token',
      body: { type: 'common', width: 640, height: 640, outputImageFormat: 'png' },
    })
    expect(requests[1]).toMatchObject({ path: '/cutter/api/image_cutout_tasks', body: { token: 'ticket' } })

    script.splice(0, 1, { status: 'RUNNING' })
    await designer.button('重试').click()
    await designer.layer('人物').getByText('抠图中…').waitFor()
    await designer.button('取消抠图').click()
    await card.waitFor({ state: 'detached' })

    script.splice(0, 1, { status: 'RUNNING' }, { status: 'SUCCESS', resultImageUrls: [`${suite.baseUrl}/cutter/result.png`] })
    await designer.button('AI 抠图').click()
    // The result is trimmed to its visible part, which stays at its position: in the middle of the photo's area.
    await expect.poll(async () => (await designer.layerBox()).height).toBe(96)
    const trimmed = await designer.layerBox()
    expect(trimmed.width).toBeLessThan(100)
    expect(trimmed.left + trimmed.width / 2).toBeCloseTo(200, 0)
    expect(trimmed.top + trimmed.height / 2).toBeCloseTo(200, 0)
    expect(await accessibilityFindings(page)).toEqual([])
    await designer.button('撤销').click()
    expect(await designer.layerBox()).toMatchObject({ left: 100, top: 100, width: 200, height: 200 })
    expect(await designer.button('撤销').isEnabled()).toBe(false)
    await designer.button('重做').click()
    await designer.save()
    const saved = await suite.shop.template(id)
    expect(saved.layers).toMatchObject([{ type: 'IMAGE', originalHeight: 96, left: trimmed.left, top: trimmed.top }])
    expect(complaints).toEqual([])
  })

  test('a cutout that still runs is asked about when the design is left, and lands when it is opened again', async () => {
    const id = await pictureDesign()
    const result = await pngPicture('结果.png', 200, 100)
    let reply: object = { status: 'RUNNING', ahead: 2, seconds: 35 }
    const { page, designer, complaints } = await design(id, async (page) => {
      await page.route('**/api/image_cutout_task/token', (route) => route.fulfill({ json: { token: 'ticket', host: null } }))
      await page.route('**/api/image_cutout_tasks**', (route) =>
        route.fulfill({ json: { id: 't1', errorMessage: null, resultImageUrls: [], ...reply } }),
      )
      await page.route('**/api/image_cutout_tasks/t1', (route) =>
        route.fulfill({ json: { id: 't1', errorMessage: null, resultImageUrls: [], ...reply } }),
      )
      await page.route('**/result.png', (route) => route.fulfill({ contentType: 'image/png', body: result.buffer }))
    })
    await designer.select('人物')
    await designer.button('AI 抠图').click()
    await page.keyboard.press('Escape')
    await designer.layer('人物').getByText('前面 2 张，约 40 秒').waitFor()
    await page.getByText('1 个图层在抠图').waitFor()
    // It is said over the layer too, which nothing has selected.
    const card = page.getByRole('group', { name: '「人物」的抠图' })
    await card.getByText('排队抠图，前面还有 2 张，大约 40 秒').waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/cutout-canvas.png` })
    await designer.button('关闭设计器').click()
    const question = designer.dialogWith('抠图还没有完成')
    await question.getByText('离开后抠图会继续，下次打开这个设计时换上结果').waitFor()
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/cutout-leaving.png` })
    await question.getByRole('button', { name: '离开' }).click()
    await page.locator('.designer').waitFor({ state: 'detached' })

    reply = { status: 'SUCCESS', resultImageUrls: [`${suite.baseUrl}/result.png`] }
    await suite.enter(page, id)
    await designer.message('「人物」抠好了').waitFor()
    await designer.select('人物')
    expect((await designer.layerBox()).height).toBe(96)
    await designer.save()
    expect((await suite.shop.template(id)).layers).toMatchObject([{ originalHeight: 96 }])
    expect(complaints).toEqual([])
  })

  test('a photo whose cutout runs when its window is closed without a word is cut when the template is opened on another machine', async () => {
    const id = await pictureDesign()
    const result = await pngPicture('结果.png', 200, 100)
    let reply: object = { status: 'RUNNING' }
    const host = async (page: Page) => {
      const told = () => ({ json: { id: 't1', errorMessage: null, resultImageUrls: [], ahead: 0, seconds: null, ...reply } })
      await page.route('**/api/image_cutout_task/token', (route) => route.fulfill({ json: { token: 'ticket', host: null } }))
      await page.route('**/api/image_cutout_tasks**', (route) => route.fulfill(told()))
      await page.route('**/api/image_cutout_tasks/t1', (route) => route.fulfill(told()))
      await page.route('**/result.png', (route) => route.fulfill({ contentType: 'image/png', body: result.buffer }))
    }
    const here = await design(id, host)
    await here.designer.select('人物')
    const kept = here.page.waitForResponse((one) => one.url().includes(`/api/design_templates/${id}/cutouts/a`))
    await here.designer.button('AI 抠图').click()
    expect((await kept).status()).toBe(200)
    await here.page.close()

    const there = await design(id, host)
    await there.designer.layer('人物').getByText('抠图中…').waitFor()
    reply = { status: 'SUCCESS', resultImageUrls: [`${suite.baseUrl}/result.png`] }
    const taken = there.page.waitForResponse((one) => one.request().method() === 'DELETE' && one.url().endsWith('/cutouts/a/t1'))
    await there.designer.message('「人物」抠好了').waitFor()
    await taken
    await there.designer.save()
    expect((await suite.shop.template(id)).layers).toMatchObject([{ originalHeight: 96 }])
    // Nothing is left that would be taken again.
    const again = await design(id, host)
    await again.designer.layer('人物').waitFor()
    expect(await again.designer.layer('人物').textContent()).not.toContain('抠图')
    expect([...here.complaints, ...there.complaints, ...again.complaints]).toEqual([])
  })
})
