import { screen, waitFor, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { brokenServer } from '../../../api/test/fake-api'
import type BatchPreview from '../../../template-tools/batch/batch-preview'
import type PhoneFields from '../../../template-tools/batch/phone-fields'
import { openShop } from '../test/shop'

// Both components draw on canvases, which jsdom lacks: these doubles show only their props and callbacks.
vi.mock('../../../template-tools/batch/batch-preview', () => ({
  default: ({ templates }: ComponentProps<typeof BatchPreview>) =>
    templates && <section aria-label="批量预览">{templates.map(({ name }) => name).join('、')}</section>,
}))
vi.mock('../../../template-tools/batch/phone-fields', () => ({
  default: ({ value, onChange }: ComponentProps<typeof PhoneFields>) => (
    <div>
      <output aria-label="机型">
        {value.materialColorId === null ? '未选' : `${value.phoneModelId}-${value.materialColorId}`}
      </output>
      <button type="button" onClick={() => onChange({ phoneModelId: 7, materialColorId: null })}>
        只选机型
      </button>
      <button type="button" onClick={() => onChange({ phoneModelId: 7, materialColorId: 9 })}>
        选颜色
      </button>
    </div>
  ),
}))

beforeEach(() => {
  history.replaceState(null, '', '/app/design_template')
  localStorage.clear()
})

const tick = (name: string) => screen.findByRole('checkbox', { name: `选择「${name}」` })
const changes = (asked: readonly string[]) => asked.filter((call) => call.startsWith('PATCH /api/design_templates/'))

/** Opens the screen and ticks these templates. */
async function openTicked(...names: string[]) {
  const opened = openShop()
  for (const name of names) await opened.user.click(await tick(name))
  await screen.findByText(`已选 ${names.length} 项`)
  return { ...opened, press: (name: string) => opened.user.click(screen.getByRole('button', { name })) }
}
async function openSettings(...names: string[]) {
  const opened = await openTicked(...names)
  await opened.press('批量设置')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('checkbox', { name: /素材 1/ })
  return { ...opened, dialog, apply: () => opened.user.click(dialog.getByRole('button', { name: /^应用到/ })) }
}

describe('batches', () => {
  test('the settings say that no ticked collection means all of them', async () => {
    const { dialog } = await openSettings('海浪')
    dialog.getByText('买家的定制页里只有勾选的分组；一个都不选，就是全部分组')
  })

  test('once a template is ticked, the code and the phone of the batch preview are read ahead', async () => {
    const { shop, asked, user } = openShop()
    shop.templates = shop.templates.map((one) => ({ ...one, previewPhoneModelId: 7, previewMaterialColorId: 9 }))
    const box = await tick('海浪')
    expect(asked().filter((call) => call.includes('/api/phone_'))).toEqual([])
    await user.click(box)
    await waitFor(() => expect(asked()).toContain('GET /api/phone_case_skus?phoneModelIds=7'))
    // The module is loaded by now, so its import resolves after the one that ticking has begun.
    await import('../../../template-tools/batch/batch-preview')
    const loading = vi.fn()
    const observer = new MutationObserver(() => {
      if (screen.queryByRole('status', { name: '正在加载' })) loading()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    await user.click(screen.getByRole('button', { name: '批量预览' }))
    await screen.findByRole('region', { name: '批量预览' })
    observer.disconnect()
    expect(loading).not.toHaveBeenCalled()
  })

  test('batch settings and batch preview ask for a ticked template first', async () => {
    const { user } = openShop()
    await tick('海浪')
    for (const name of ['批量设置', '批量预览']) await user.click(screen.getByRole('button', { name }))
    expect((await screen.findAllByText('请至少选择一个设计模版')).length).toBe(2)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the batch preview gets the ticked templates in the order in which they were ticked', async () => {
    const { press, user } = await openTicked('椰树', '海浪')
    await press('批量预览')
    expect((await screen.findByRole('region', { name: '批量预览' })).textContent).toBe('椰树、海浪')
    await user.click(screen.getByRole('button', { name: '清空' }))
    await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    expect(await screen.findByText('已选 3 项')).toBeTruthy()
  })

  test('batch settings change only the ticked settings, one template after another', async () => {
    const { asked, dialog, user, apply } = await openSettings('海浪', '椰树')
    await user.click(dialog.getByRole('radio', { name: /^自主定制/ }))
    await apply()
    await waitFor(() =>
      expect(changes(asked())).toEqual([
        'PATCH /api/design_templates/11 {"productMode":2}',
        'PATCH /api/design_templates/13 {"productMode":2}',
      ]),
    )
  })

  test('a preview phone needs a material and colour before anything is sent', async () => {
    const { asked, dialog, user, apply } = await openSettings('海浪')
    await apply()
    expect(dialog.getByText('请至少勾选一项要修改的设置')).toBeTruthy()
    await user.click(await dialog.findByRole('button', { name: '只选机型' }))
    await apply()
    expect(dialog.getByText('请选择材质颜色')).toBeTruthy()
    expect(changes(asked())).toEqual([])
    await user.click(dialog.getByRole('button', { name: '选颜色' }))
    await user.click(dialog.getByRole('checkbox', { name: /素材 2/ }))
    await apply()
    await waitFor(() =>
      expect(changes(asked())).toEqual([
        'PATCH /api/design_templates/11 {"boundDesignAssetCollectionIds":[20],"previewPhoneModelId":7,"previewMaterialColorId":9}',
      ]),
    )
  })

  test('a template that fails is listed with its reason and retried alone', async () => {
    const { shop, asked, dialog, user, apply } = await openSettings('海浪', '西瓜', '椰树')
    shop.refusals.set(12, brokenServer)
    await user.click(dialog.getByRole('radio', { name: /^单个模板/ }))
    await apply()
    const report = within(await screen.findByRole('region', { name: '修改 3 个模板的设置' }))
    expect(await report.findByText('成功 2 · 失败 1')).toBeTruthy()
    const rows = report.getAllByRole('row').map((row) => row.textContent)
    expect(rows.slice(1)).toEqual(['西瓜失败服务器出错（错误码 internal，追踪号 tr-9）', '海浪成功', '椰树成功'])
    shop.refusals.clear()
    const before = asked().length
    await user.click(report.getByRole('button', { name: '重试失败项' }))
    await waitFor(() => expect(changes(asked().slice(before))).toEqual(['PATCH /api/design_templates/12 {"productMode":3}']))
    expect(shop.templates.map((one) => one.productMode)).toEqual([3, 3, 3])
  })

  test('deleted templates are no longer ticked', async () => {
    const { shop, press, user } = await openTicked('海浪', '椰树')
    await press('批量删除')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除 2 个模板' }))
    await waitFor(() => expect(shop.templates.map((one) => one.name)).toEqual(['西瓜']))
    await waitFor(() => expect(screen.queryByText(/已选/)).toBeNull())
  })

  test('templates are copied to another collection in their order, each with its own idempotency key', async () => {
    const { asked, press, user } = await openTicked('海浪', '西瓜')
    await press('批量复制到分组')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('把 2 个模板复制到其他分组')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '复制' }))
    await waitFor(() =>
      expect(asked().filter((call) => call.includes('/copy'))).toEqual([
        'POST /api/design_templates/11/copy {"collectionId":2}',
        'POST /api/design_templates/12/copy {"collectionId":2}',
      ]),
    )
  })
})
