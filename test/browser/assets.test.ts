/**
 * The asset libraries on a real server: groups, gallery, order, deletion, and uploads that survive refusals, lost responses and
 * reloads.
 */

import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { AssetsPage } from './pages/assets'
import { assetShop, fileOf, groupsPath, tile } from './support/asset-shop'
import { journey } from './support/journey'
import { jpegPicture, pngPicture } from './support/pictures'
import { recordRequests } from './support/requests'
import { enterWith, tokenOfMerchant } from './support/shop'

let page: Page
let complaints: string[]
let assets: AssetsPage

const seller = journey('素材店', (opened) => {
  ;({ page, complaints } = opened)
  assets = new AssetsPage(page)
})
const { baseUrl, visit } = seller
const { addGroup, groupNames, storedIn, namesIn, fill } = assetShop(seller)

describe('asset groups', () => {
  test('a new shop is asked for a group; a double click creates one, and the width of its name is limited', async () => {
    await enterWith(page, baseUrl, await tokenOfMerchant(baseUrl, '素材空店'), '/app/design_assets')
    await page.getByText('先建一个图库分组').waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/design_assets/images')
    const posts = recordRequests(page, 'POST', groupsPath)
    await page.getByRole('button', { name: '新建分组' }).click()
    const field = assets.dialog.getByRole('textbox', { name: '分组名称' })
    await field.fill('   ')
    await assets.dialog.getByRole('button', { name: '新建分组' }).click()
    await assets.dialog.getByText('此项必须填写').waitFor()
    await field.fill('夏日海边度假a')
    await assets.dialog.getByText('13/12').waitFor()
    await field.press('Enter')
    await assets.dialog.getByText(/分组名称不能超过 12 个字符/).waitFor()
    expect(posts).toEqual([])
    await field.fill('  夏日海边度假 ')
    await assets.dialog.getByText('12/12').waitFor()
    await assets.dialog.getByRole('button', { name: '新建分组' }).dblclick()
    await assets.message('分组添加成功').waitFor()
    await page.getByText('「夏日海边度假」里还没有图片').waitFor()
    expect(posts).toHaveLength(1)
    await page.getByRole('tab', { name: '贴纸' }).click()
    await page.getByText('先建一个贴纸分组').waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/design_assets/maps')
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)(
    'the group screen renames, sorts by keyboard and deletes groups, and leads back to the gallery',
    async () => {
      const { id } = await addGroup('甲组', 3)
      for (const name of ['乙组', '丙组']) await addGroup(name, 3)
      await fill(id, ['一.png', '二.png'], 3)
      await visit(`/app/design_assets/background_images?collection=${id}&pageSize=100`)
      await assets.card('一.png').waitFor()
      await page.getByRole('button', { name: '管理分组' }).click()
      await page.getByRole('row', { name: /甲组 2 张背景/ }).waitFor()

      await page.getByRole('button', { name: '重命名「乙组」' }).click()
      await assets.dialog.getByRole('textbox').fill('乙组新')
      await page.keyboard.press('Enter')
      await assets.message('分组修改成功').waitFor()
      await assets.dialog.waitFor({ state: 'hidden' })
      expect(await groupNames(3)).toEqual(['甲组', '乙组新', '丙组'])

      const announcements = page.locator('[aria-live=assertive]')
      await assets.handle('甲组').focus()
      await page.keyboard.press('Space')
      await announcements.getByText('已拿起「甲组」，第 1 位，共 3 个。').waitFor({ state: 'attached' })
      await page.keyboard.press('ArrowDown')
      await announcements.getByText('「甲组」移到第 2 位，共 3 个。').waitFor({ state: 'attached' })
      await page.keyboard.press('Space')
      await assets.message('排序成功').waitFor()
      expect(await groupNames(3)).toEqual(['乙组新', '甲组', '丙组'])

      await page.getByRole('button', { name: '删除「甲组」' }).click()
      await assets.dialog.getByText(/分组里的 2 张背景会一起删除/).waitFor()
      await assets.dialog.getByRole('button', { name: '删除「甲组」' }).dblclick()
      await assets.message('删除成功').waitFor()
      expect(await groupNames(3)).toEqual(['乙组新', '丙组'])
      await page.getByRole('button', { name: '返回背景' }).click()
      // The group from which the seller came is deleted, so the gallery shows the first one.
      await page.getByText('「乙组新」里还没有背景').waitFor()
      expect(complaints).toEqual([])
    },
  )
})

describe('the asset gallery', () => {
  test('the gallery is sorted by mouse, by keyboard and by moving to a position on another page', async () => {
    const { id } = await addGroup('排序')
    const all = Array.from({ length: 56 }, (_, at) => `图${at + 1}.png`)
    await fill(id, all)
    await visit(`/app/design_assets/images?collection=${id}`)
    await assets.card('图1.png').waitFor()
    await page.getByText('共 56 张图片').waitFor()

    const calls = recordRequests(page, 'PATCH', '/api/design_assets/')
    await assets.drag('图1.png', '图3.png')
    await assets.message('排序成功').waitFor()
    expect((await namesIn(id)).slice(0, 4)).toEqual(['图2.png', '图3.png', '图1.png', '图4.png'])
    expect(calls).toHaveLength(1)
    await assets.message('排序成功').waitFor({ state: 'hidden' })

    await assets.handle('图2.png').focus()
    await page.keyboard.press('Space')
    await page
      .locator('[aria-live=assertive]')
      .getByText(/已拿起「图2.png」，第 1 位/)
      .waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowRight')
    await page.locator('[aria-live=assertive]').getByText('「图2.png」移到第 2 位，共 56 个。').waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expect.poll(async () => (await namesIn(id)).slice(0, 3)).toEqual(['图3.png', '图2.png', '图1.png'])
    await assets.message('排序成功').waitFor()

    await assets.moveTo('图3.png', 54)
    await expect.poll(async () => (await namesIn(id)).indexOf('图3.png')).toBe(53)
    await expect.poll(async () => (await assets.names())[0]).toBe('图2.png')
    await assets.move('图2.png', '置底')
    await expect.poll(async () => (await namesIn(id)).at(-1)).toBe('图2.png')
    await expect.poll(async () => (await assets.names())[0]).toBe('图1.png')
    await page.locator('.arco-pagination').getByText('2', { exact: true }).click()
    await assets.card('图2.png').waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    await assets.move('图2.png', '置顶')
    await expect.poll(async () => (await namesIn(id))[0]).toBe('图2.png')
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)(
    'previews step across pages, ticks survive a page change, and failed deletions are retried alone',
    async () => {
      const { id } = await addGroup('删除')
      const stickers = await addGroup('贴', 2)
      await fill(
        id,
        Array.from({ length: 53 }, (_, at) => `p${at + 1}.png`),
      )
      await fill(stickers.id, ['小.png'], 2)
      const rows = await storedIn(id)
      const undeletableId = rows.find(({ name }) => name === 'p3.png')?.id

      // The preview is in the address, and closing it returns the focus.
      await visit(`/app/design_assets/images?collection=${id}&preview=50`)
      await assets.dialog.getByText('第 50 张，共 53 张').waitFor()
      await page.keyboard.press('ArrowRight')
      await assets.dialog.getByText('第 51 张，共 53 张').waitFor()
      await assets.dialog.getByRole('img', { name: 'p51.png' }).waitFor()
      expect(new URL(page.url()).searchParams.get('page')).toBe('2')
      await page.keyboard.press('Escape')
      await assets.dialog.waitFor({ state: 'hidden' })
      await assets.card('p51.png').waitFor()
      await assets.picture('p51.png').press('Enter')
      await assets.dialog.getByText('第 51 张，共 53 张').waitFor()
      await page.keyboard.press('Escape')
      await assets.dialog.waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^预览p51/)

      // Thumbnail widths: 200 px for pictures, 220 px beside the mouse, 100 px for stickers (checked at the end of this test).
      expect(await assets.card('p51.png').locator('img').getAttribute('src')).toMatch(/\?w=200$/)
      await assets.card('p51.png').hover()
      await page.locator('.assets-peek img').waitFor()
      expect(await page.locator('.assets-peek img').getAttribute('src')).toMatch(/\?w=220$/)
      await page.mouse.move(2, 2)
      await page.locator('.assets-peek').waitFor({ state: 'hidden' })

      await page.locator('.arco-pagination').getByText('1', { exact: true }).click()
      await assets.tick('p1.png')
      await assets.tick('p4.png', { shift: true })
      await page.locator('.arco-pagination').getByText('2', { exact: true }).click()
      await assets.tick('p53.png')
      await assets.bulkBar.getByText('已选 5 项').waitFor()
      const refuse = (route: Route) =>
        route.fulfill({ status: 500, json: { traceId: 't-3', code: 'internal', message: '服务器内部错误' } })
      await page.route(`**/api/design_assets/${undeletableId}`, refuse)
      const deletes = recordRequests(page, 'DELETE', '/api/design_assets/')
      await assets.bulkBar.getByRole('button', { name: '删除' }).click()
      await assets.dialog.getByRole('button', { name: '删除 5 张图片' }).dblclick()
      await page.getByText('成功 4 · 失败 1').waitFor()
      await page.getByRole('cell', { name: 'p3.png' }).waitFor()
      await page.getByRole('cell', { name: '服务器内部错误' }).waitFor()
      await assets.bulkBar.getByText('已选 1 项').waitFor()
      expect(await namesIn(id)).toHaveLength(49)
      expect(deletes).toHaveLength(5)
      await page.unroute(`**/api/design_assets/${undeletableId}`, refuse)
      await page.getByRole('button', { name: '重试失败项' }).click()
      await assets.message('批量删除成功').waitFor()
      await assets.bulkBar.waitFor({ state: 'hidden' })
      expect(await namesIn(id)).toHaveLength(48)
      expect(deletes).toHaveLength(6)
      // Page 2 no longer exists after the deletion.
      await assets.card('p5.png').waitFor()

      await page.getByRole('tab', { name: '贴纸' }).click()
      await assets.card('小.png').waitFor()
      expect(await assets.card('小.png').locator('img').getAttribute('src')).toMatch(/\?w=100$/)
      expect(complaints.filter((line) => !line.includes('500'))).toEqual([])
    },
  )
})

describe('uploading assets', () => {
  test('valid pictures are uploaded, invalid ones are listed with the reason and can be replaced one by one', async () => {
    const { id } = await addGroup('上传')
    await visit(`/app/design_assets/images?collection=${id}`)
    await page.getByText('「上传」里还没有图片').waitFor()
    await assets.openWizard()
    await assets.dialog.getByText(/推荐宽高比 1:2/).waitFor()
    await assets.dialog.getByText(/单张不超过 3 MB/).waitFor()
    const flower = await pngPicture('花.png')
    const photo = await jpegPicture('海边.jpg', 600, 1200)
    await assets.choose([
      flower,
      fileOf('空.png', Buffer.alloc(0)),
      fileOf('太大.png', Buffer.concat([flower.buffer, Buffer.alloc(3_145_729 - flower.buffer.length)])),
      fileOf('改名.png', Buffer.from('%PDF-1.7 …')),
      fileOf('半张.png', flower.buffer.subarray(0, flower.buffer.length >> 1)),
      photo,
      { ...flower, name: '花 副本.png' },
      fileOf(
        '手机.avif',
        await sharp({ create: { width: 40, height: 80, channels: 3, background: '#28c' } })
          .avif()
          .toBuffer(),
      ),
      // The file structure is intact and the pixel data damaged, so only decoding every pixel finds it.
      fileOf('坏点.png', Buffer.from(flower.buffer.map((byte, at) => (at > 200 && at < 400 ? byte ^ 0x55 : byte)))),
    ])
    await assets.dialog.getByText('成功 4 · 失败 5').waitFor()
    const rows = await assets.results()
    expect(rows.map(([name = '', outcome = '', reason = '']) => [name, outcome, reason.replace(/换一张$/, '')])).toEqual([
      ['花.png', '成功', ''],
      ['空.png', '失败', '文件是空的，请重新导出图片后上传'],
      ['太大.png', '失败', '图片 3.1 MB，超过 3 MB 的上限，请压缩后上传'],
      ['改名.png', '失败', '不支持 PDF 格式，请转成 PNG 或 JPG 后上传'],
      ['半张.png', '失败', '图片加载失败，请检查图片是否损坏'],
      ['海边.jpg', '成功', ''],
      ['花 副本.png', '成功', ''],
      ['手机.avif', '成功', ''],
      ['坏点.png', '失败', expect.stringMatching(/^上传失败.*图片加载失败，请检查图片是否损坏/)],
    ])
    await assets.dialog.getByText('「花 副本.png」与「花.png」相同，没有重复上传；新上传 3 张').waitFor()
    expect(await namesIn(id)).toEqual(['花.png', '海边.jpg', '手机.jpg'])

    const replacement = await tile('改好.png')
    await assets.dialog
      .locator('input[aria-label="换一张图片代替「改名.png」"]')
      .setInputFiles({ name: replacement.name, mimeType: replacement.mimeType, buffer: replacement.buffer })
    await assets.dialog.getByText('成功 5 · 失败 4').waitFor()
    await assets.dialog.getByRole('button', { name: '完成' }).click()
    await assets.dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => assets.names()).toEqual(['花.png', '海边.jpg', '手机.jpg', '改好.png'])
  })

  test.runIf(allTests)(
    'a selection without any valid file sends nothing, and dropped and pasted files are stored in order',
    async () => {
      const { id } = await addGroup('拖放')
      await visit(`/app/design_assets/images?collection=${id}`)
      await page.getByText('「拖放」里还没有图片').waitFor()
      const forms = recordRequests(page, 'POST', '/api/files/upload_form')
      await assets.dropFiles(page.getByRole('region', { name: '拖放' }), [fileOf('信.png', Buffer.from('hello'))])
      await assets.dialog.getByText('所选的文件不符合规范请检查').waitFor()
      await assets.dialog.getByText(/文件内容不是图片/).waitFor()
      expect(forms).toEqual([])
      const names = Array.from({ length: 9 }, (_, at) => `第${at + 1}张.png`)
      await assets.dropFiles(
        assets.dialog.getByRole('region', { name: /把图片或文件夹拖到这里/ }),
        await Promise.all(names.map(tile)),
      )
      await assets.dialog.getByText('全部完成，共 9 项').waitFor()
      expect(await namesIn(id)).toEqual(names)
      await assets.dialog.getByRole('button', { name: '完成' }).click()
      await assets.dialog.waitFor({ state: 'hidden' })
      await assets.pasteFiles([await tile('image.png')])
      await assets.dialog.getByText('全部完成，共 1 项').waitFor()
      expect((await namesIn(id)).at(-1)).toMatch(/^粘贴 \d{6}\.png$/)
      expect(complaints).toEqual([])
    },
  )

  test.runIf(allTests)('six uploads run at a time, and a retry sends only the failed one again', async () => {
    const { id } = await addGroup('六个')
    await visit(`/app/design_assets/images?collection=${id}`)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let requestCount = 0
    // The second request is refused for good; the others succeed.
    const delayRequests = async (route: Route) => {
      requestCount += 1
      const isSecond = requestCount === 2
      await released
      if (isSecond) await route.fulfill({ status: 422, json: { traceId: 't', code: 'invalid', message: '文件名不能用' } })
      else await route.continue()
    }
    await page.route('**/api/files/upload_form', delayRequests)
    await assets.openWizard()
    await assets.choose(await Promise.all(Array.from({ length: 8 }, (_, at) => tile(`${at + 1}.png`))))
    await expect.poll(() => requestCount).toBe(6)
    await assets.dialog.getByText('进行中 0/8').waitFor()
    await expect.poll(() => assets.dialog.getByRole('list', { name: '正在上传的文件' }).getByRole('listitem').count()).toBe(6)
    release()
    await assets.dialog.getByText('成功 7 · 失败 1').waitFor()
    expect(await namesIn(id)).toEqual(['1.png', '3.png', '4.png', '5.png', '6.png', '7.png', '8.png'])
    expect(requestCount).toBe(8)
    const forms = recordRequests(page, 'POST', '/api/files/upload_form')
    await assets.dialog.getByRole('button', { name: '重试失败项' }).dblclick()
    await assets.dialog.getByText('全部完成，共 8 项').waitFor()
    expect(forms).toHaveLength(1)
    expect((await namesIn(id)).at(-1)).toBe('2.png')
  })

  test('an upload task continues behind other screens and after a reload without storing a picture twice', async () => {
    const { id } = await addGroup('重载')
    await visit(`/app/design_assets/images?collection=${id}`)
    let requestCount = 0
    let onThirdRequest = () => {}
    const middle = new Promise<void>((resolve) => {
      onThirdRequest = resolve
    })
    // Two assets are created, the response of the third is lost, and the remaining requests never leave.
    const loseResponses = async (route: Route) => {
      if (route.request().method() !== 'POST') return route.continue()
      requestCount += 1
      if (requestCount <= 2) return route.continue()
      if (requestCount === 3) {
        await route.fetch()
        onThirdRequest()
      }
    }
    await page.route('**/api/design_assets', loseResponses)
    await assets.openWizard()
    const names = Array.from({ length: 10 }, (_, at) => `r${at + 1}.png`)
    await assets.choose(await Promise.all(names.map(tile)))
    await middle
    await assets.dialog.getByRole('button', { name: '在后台继续' }).click()
    await assets.dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: '模板管理' }).click()
    await page.getByRole('button', { name: '任务：1 个进行中' }).waitFor()
    const forms = recordRequests(page, 'POST', '/api/files/upload_form')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await page.getByRole('button', { name: '任务：已完成' }).click()
    await page.getByText('上传 10 张图片到「重载」').first().waitFor()
    expect(await namesIn(id)).toEqual(names)
    // Files that had been uploaded before the reload were not uploaded again.
    expect(forms.length).toBeLessThan(8)
  })
})
