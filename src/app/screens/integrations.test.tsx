/** Tests 工厂对接 over the fake API: the steps, the key, the sync of a factory, and the bindings. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { factorySyncPoll } from '../../../contract/constants'
import { noPermissionText } from '../../../contract/errors'
import { printPresets } from '../../../contract/rules/print-profile'
import type { ErpProgram } from '../../../contract/types'
import { brokenServer, Refusal } from '../../api/test/fake-api'
import {
  bindingOf,
  type FactoryServer,
  factoryModelOf,
  factoryOf,
  integration,
  printProgram,
  renderWithServer,
  taskOf,
} from '../../features/erp/test/test-server'
import { markPushed } from '../../push/pushed-flag'
import Integrations from './integrations'

const open = (tab: string, ...given: [change?: Partial<FactoryServer>, failing?: Parameters<typeof renderWithServer>[3]]) =>
  renderWithServer(<Integrations />, `/app/integrations${tab}`, ...given)
const dialog = async () => within((await screen.findAllByRole('dialog')).at(-1) ?? document.body)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const rowOf = async (name: string) => {
  const cell = await screen.findByText(name, { selector: 'td, td *' })
  return within(cell.closest('tr') ?? document.body)
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

describe('integrations without a key', () => {
  test("three steps are shown; a key is required, trimmed, and refused with the program's message at the field", async () => {
    const { server, user } = open('', { integrations: [] })
    server.failing.set(
      'erpIntegrations.create',
      new Refusal('invalid', 'key 不正确', [{ path: 'body.apiAccessToken', code: 'refused', message: '签名错误，请检查 key' }]),
    )
    expect((await screen.findAllByRole('listitem')).map((one) => one.querySelector('h3')?.textContent)).toEqual([
      '授权 key',
      '绑定品牌、机型和材质',
      '推送订单',
    ])
    await user.click(await button('授权 key'))
    const form = await dialog()
    await user.type(form.getByLabelText('key'), '   ')
    await user.click(form.getByRole('button', { name: '授权' }))
    await form.findByText('请输入key')
    expect(server.writes()).toEqual([])

    await user.type(form.getByLabelText('key'), ' wrong ')
    await user.click(form.getByRole('button', { name: '授权' }))
    await form.findByText('签名错误，请检查 key', { selector: '[role=alert], [role=alert] *, .arco-form-message *' })
    expect(form.getByLabelText<HTMLInputElement>('key').value.trim()).toBe('wrong')
    expect(server.writes()).toEqual(['POST /api/erp/integrations {"erp":1,"apiAccessToken":"wrong"}'])

    server.failing.clear()
    await user.click(form.getByRole('button', { name: '填入演示 key' }))
    await user.click(form.getByRole('button', { name: '授权' }))
    await screen.findByText('授权成功')
    await rowOf('工厂1')
    const strip = within(await screen.findByRole('navigation', { name: '对接步骤' }))
    expect(strip.getAllByRole('link').map((link) => link.textContent)).toEqual(['绑定机型', '绑定材质', '去推送订单'])
    expect(server.writes().at(-1)).toBe('POST /api/erp/integrations {"erp":1,"apiAccessToken":"demo-factory-key"}')
    expect(location.pathname).toBe('/app/integrations/factories')
  })

  test('a server without a factory program shows this instead of a field', async () => {
    open('', { integrations: [], programs: [] })
    await screen.findByText(/这个服务器还没有接入工厂系统/)
    await waitFor(() => expect(screen.queryByRole('button', { name: '授权 key' })).toBeNull())
  })

  test('a failed read can be retried', async () => {
    const { server, user } = open('', {}, { 'erpIntegrations.list': brokenServer })
    const retry = await button('重试')
    server.failing.clear()
    await user.click(retry)
    await rowOf('工厂1')
  })
})

describe('a server with two factory programs', () => {
  const partners: ErpProgram = {
    erp: 2,
    name: '合印云',
    keyFields: [
      { name: 'appKey', label: '应用编号', hint: '应用编号' },
      { name: 'appSecret', label: '应用密钥', hint: '应用密钥' },
    ],
    demoKey: null,
  }
  const programs = [printProgram, partners]

  test('another program is authorised beside the first by the fields of its own key, and each key is replaced alone', async () => {
    const { server, user } = open('', { programs })
    await user.click(await button('授权别的工厂系统'))
    const form = await dialog()
    expect(form.queryByLabelText('key')).toBeNull()
    await user.type(form.getByLabelText('应用编号'), ' 8801 ')
    await user.click(form.getByRole('button', { name: '授权' }))
    await form.findByText('请输入应用密钥')
    await user.type(form.getByLabelText('应用密钥'), 'wrong')
    const issue = { path: 'body.key.appSecret', code: 'invalid', message: '密钥不对' }
    server.failing.set('erpIntegrations.create', new Refusal('invalid', '密钥不对', [issue]))
    await user.click(form.getByRole('button', { name: '授权' }))
    await form.findByText('密钥不对', { selector: '[role=alert], [role=alert] *, .arco-form-message *' })
    expect(server.writes()).toEqual(['POST /api/erp/integrations {"erp":2,"key":{"appKey":"8801","appSecret":"wrong"}}'])
  })

  test('without a key the seller chooses the program, and the fields are those of the chosen one', async () => {
    const { user } = open('', { programs, integrations: [] })
    await user.click(await button('授权 key'))
    const form = await dialog()
    form.getByLabelText('key')
    await user.click(form.getByRole('combobox', { name: '工厂系统' }))
    await user.click(await screen.findByRole('option', { name: '合印云' }))
    await form.findByLabelText('应用密钥')
    expect(form.queryByLabelText('key')).toBeNull()
    form.getByText('在「合印云」的后台找到应用密钥，复制到这里。')
  })

  test('of two keys each is named with its program', async () => {
    const second = { ...integration, id: 2, erp: 2, apiAccessToken: '••••••••8801', problem: '应用已停用' }
    const { server, user } = open('', { programs, integrations: [integration, second] })
    await screen.findByText('工厂系统不接受现在的 key：应用已停用')
    await screen.findByText(/已授权的 key（合印云）/)
    await user.click(await button('更换 key'))
    const form = await dialog()
    form.getByText(/^现在用的是 ••••••••8801/)
    await user.type(form.getByLabelText('应用编号'), '1')
    await user.type(form.getByLabelText('应用密钥'), '2')
    await user.click(form.getByRole('button', { name: '更换 key' }))
    await screen.findByText('更改成功')
    expect(server.writes()).toEqual(['PATCH /api/erp/integrations/2 {"key":{"appKey":"1","appSecret":"2"}}'])
  })
})

describe('integrations with a key', () => {
  test('the steps disappear when all three are done', async () => {
    markPushed('晨曦')
    const bound = { factoryId: 1, materialId: 31, erpMaterialId: 'm1', erpMaterialCode: 'YH', gone: false }
    open('', { materialBindings: [bound] })
    expect((await rowOf('工厂1')).getByText('1 种')).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: '对接步骤' })).toBeNull()
  })

  test('the second step is done only when nothing on sale is unbound, and says what is left until then', async () => {
    const bound = { factoryId: 1, materialId: 31, erpMaterialId: 'm1', erpMaterialCode: 'YH', gone: false }
    const { server } = open('', { materialBindings: [bound] })
    server.factories = server.factories.map((one) => ({ ...one, unbound: { models: 2, materials: 1, colors: 0 } }))
    const strip = within(await screen.findByRole('navigation', { name: '对接步骤' }))
    await strip.findByText('上架的商品里还有 2 个机型、1 种材质没有绑定')
    expect(strip.getByRole('link', { name: '绑定材质' })).toBeTruthy()
  })

  test('a factory gets the print profile by which its files are written, and loses it again', async () => {
    const stored = { id: 5, name: '蒙泰一号机', settings: printPresets.maintop.profile, icc: null, updatedAt: 0 }
    const settings = { ...stored.settings, plates: [...stored.settings.plates] }
    const { server, user } = open('', { printProfiles: [{ ...stored, settings }] })
    const field = () => screen.findByRole('combobox', { name: '「工厂1」的印刷文件' })
    await user.click(await field())
    await user.click(await screen.findByRole('option', { name: '蒙泰一号机' }))
    await screen.findByText('已保存，之后推送的订单按它写印刷文件')
    expect(server.writes()).toEqual(['PATCH /api/erp/factories/1 {"printProfileId":5}'])
    await user.click(await field())
    await user.click(await screen.findByRole('option', { name: '原图（不带白墨）' }))
    await waitFor(() => expect(server.writes().at(-1)).toBe('PATCH /api/erp/factories/1 {"printProfileId":null}'))
  })

  test('without print profiles a factory takes the pictures as they are, and the way to a profile is shown', async () => {
    open('')
    await (await rowOf('工厂1')).findByRole('link', { name: '新建打印配置' })
  })

  test('a key that the program refuses is reported with a remedy, and can be changed', async () => {
    const { server, user } = open('', { integrations: [{ ...integration, problem: 'key 已停用' }] })
    await screen.findByText('工厂系统不接受现在的 key：key 已停用')
    const [first] = await screen.findAllByRole('button', { name: '更换 key' })
    if (first) await user.click(first)
    const form = await dialog()
    await user.type(form.getByLabelText('key'), 'new-key')
    await user.click(form.getByRole('button', { name: '更换 key' }))
    await screen.findByText('更改成功')
    await waitFor(() => expect(screen.queryByText(/不接受现在的 key/)).toBeNull())
    expect(server.writes()).toEqual(['PATCH /api/erp/integrations/1 {"apiAccessToken":"new-key"}'])
  })

  test('the list of factories is synced, and a failure shows its reason in 同步失败', async () => {
    const { server, user } = open('', { factories: [] })
    server.failing.set('factories.sync', new Refusal('subuser.has-no-permission', noPermissionText))
    await user.click(await button('同步工厂'))
    const failed = await dialog()
    await failed.findByText('同步失败')
    await failed.findByText(new RegExp(noPermissionText))
    server.failing.clear()
    server.factories = [factoryOf(1), factoryOf(2, { gone: true })]
    await user.click(failed.getByRole('button', { name: '重新同步' }))
    await screen.findByText('同步成功')
    const gone = await rowOf('工厂2')
    expect(gone.getByText('已不在工厂系统里')).toBeTruthy()
    expect(gone.queryByRole('link')).toBeNull()
  })
})

describe('the sync of a factory', () => {
  test('a factory whose models were never read is synced at once, and its sync is polled until it ends', async () => {
    const { server } = open('/brand_model_binding', { factoryModels: [] })
    await screen.findByText('正在读取「工厂1」的型号和材质')
    expect(server.writes()).toEqual(['POST /api/erp/factory_phone_models/sync_task {"factoryId":1}'])
    server.factoryModels = [factoryModelOf('AP15', '苹果15')]
    server.sync = taskOf({ status: 2, finishedAt: Date.now() })
    await screen.findByText('同步成功')
    await rowOf('iPhone 15')
    expect(server.writes()).toHaveLength(1)
  })

  test('after a reload a running sync is polled instead of starting another', async () => {
    const { server } = open('/case_material_binding', { offered: [], sync: taskOf() })
    await screen.findByText('正在读取「工厂1」的型号和材质')
    server.sync = taskOf({ status: 3, errorMessage: '  ' })
    const failed = await waitFor(dialog)
    await failed.findByText(/未知错误/)
    await failed.findByText('同步失败')
    expect(server.writes()).toEqual([])
  })

  test("a failed sync shows the server's reason, is not repeated automatically, and can be repeated", async () => {
    const { server, user } = open('/brand_model_binding', { factoryModels: [] })
    await screen.findByText('正在读取「工厂1」的型号和材质')
    server.sync = taskOf({ status: 3, errorMessage: '工厂系统维护中' })
    await screen.findByText(/没有同步成功：工厂系统维护中/)
    await user.click((await dialog()).getByRole('button', { name: '关闭' }))
    await screen.findByText(/上次同步失败：工厂系统维护中/)
    expect(server.writes()).toHaveLength(1)
    server.sync = null
    await user.click(await button('重新同步'))
    await screen.findByText('正在读取「工厂1」的型号和材质')
    expect(server.writes()).toHaveLength(2)
  })

  test('a sync longer than five minutes is no longer polled unless the seller chooses to wait', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server } = open('/brand_model_binding', { factoryModels: [] })
    await screen.findByText('正在读取「工厂1」的型号和材质')
    await vi.advanceTimersByTimeAsync(factorySyncPoll.limitMs + 2000)
    await screen.findByText(/已经超过 5 分钟还没有结束/)
    const pollCount = () => server.calls.filter(({ name }) => name === 'factoryPhoneModels.syncTask').length
    const asked = pollCount()
    expect(asked).toBeGreaterThan(200)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(pollCount()).toBe(asked)
    fireEvent.click(await button('继续等待'))
    await vi.advanceTimersByTimeAsync(3000)
    expect(pollCount()).toBeGreaterThan(asked + 1)
  })
})

describe('model bindings', () => {
  test('models are bound by hand with the likely match first, changed and unbound', async () => {
    const { server, user } = open('/brand_model_binding')
    await user.click(await button('绑定「苹果 iPhone 15」'))
    const choice = await dialog()
    const search = await choice.findByRole('combobox', { name: '搜索工厂型号' })
    expect(choice.getByRole('button', { name: '绑定' }).hasAttribute('disabled')).toBe(true)
    const first = choice.getAllByRole('option')[0]
    expect(first?.textContent).toContain('苹果15AP15匹配度 100%，名称完全一致')
    await user.type(search, '{ArrowDown}{Enter}')
    await screen.findByText('绑定成功')
    const row = await rowOf('iPhone 15')
    await row.findByText('手动')
    expect(row.getByText('71.5×146.7 毫米')).toBeTruthy()

    await user.click(await button('更换「苹果 iPhone 15」'))
    const change = await dialog()
    const field = await change.findByRole('combobox', { name: '搜索工厂型号' })
    server.failing.set('factoryModelBindings.put', new Refusal('subuser.has-no-permission', noPermissionText))
    await user.type(field, 'mate60{Enter}{Enter}')
    await change.findByText(new RegExp(noPermissionText))
    server.failing.clear()
    await user.click(change.getByRole('button', { name: '更换' }))
    await screen.findByText('更改成功')
    await (await rowOf('iPhone 15')).findByText('缺货')

    await user.click(await button('解绑「苹果 iPhone 15」'))
    await user.click((await dialog()).getByRole('button', { name: '解除绑定' }))
    await screen.findByText('删除成功')
    await (await rowOf('iPhone 15')).findByText('未绑定')
    expect(server.writes().at(-1)).toBe('DELETE /api/erp/factory_phone_model_bindings/1/11')
    expect(server.modelBindings).toEqual([])
  })

  test('automatic matching without a selected model shows a hint', async () => {
    const { server, user } = open('/brand_model_binding')
    await user.click(await button('自动匹配'))
    await screen.findByText('请至少选择一个机型')
    expect(server.writes()).toEqual([])
  })

  test('automatic matching shows a review, skips bound models, and leaves uncertain ones to be bound by hand', async () => {
    const { server, user } = open('/brand_model_binding', { modelBindings: [bindingOf(11, 'HW60P')] })
    await rowOf('iPhone 15')
    await user.click(screen.getByLabelText('选择本页全部'))
    const [match] = await screen.findAllByRole('button', { name: '自动匹配' })
    if (match) await user.click(match)
    const review = await dialog()
    await review.findByRole('tab', { name: '可以绑定 (1)' })
    expect(review.getByText('名称完全一致')).toBeTruthy()
    expect(server.writes()).toEqual([])
    await user.click(review.getByRole('tab', { name: '已绑定，不改动 (1)' }))
    expect(review.getByText('苹果 iPhone 15')).toBeTruthy()
    await user.click(review.getByRole('button', { name: '绑定 1 个机型' }))
    await screen.findByText('绑定成功')
    expect(server.writes()).toEqual([
      'POST /api/erp/factory_phone_model_bindings/matched {"factoryId":1,"bindings":[{"phoneModelId":12,"erpPhoneModelCode":"AP15P"}]}',
    ])
    await review.findByText('已绑定 1 个机型。')
    await user.click(await review.findByRole('button', { name: '绑定「华为 Mate 60」到「华为Mate60Pro」' }))
    await review.findByText('已绑定', { selector: '.erp-tag' })
    expect(server.modelBindings).toMatchObject([
      { phoneModelId: 11, erpPhoneModelCode: 'HW60P', automatic: false },
      { phoneModelId: 12, automatic: true },
      { phoneModelId: 21, automatic: false },
    ])
  })

  test('models bound by somebody meanwhile are skipped and named, and the rest can be retried after a failure', async () => {
    const { server, user } = open('/brand_model_binding')
    await rowOf('iPhone 15')
    await user.click(screen.getByLabelText('选择「苹果 iPhone 15」'))
    await user.click(screen.getByLabelText('选择「苹果 iPhone 15 Pro」'))
    const [match] = await screen.findAllByRole('button', { name: '自动匹配' })
    if (match) await user.click(match)
    const review = await dialog()
    const bind = await review.findByRole('button', { name: '绑定 2 个机型' })
    server.failing.set('factoryModelBindings.putMatched', brokenServer)
    await user.click(bind)
    await review.findByText(/没有绑定：服务器出错/)
    server.failing.clear()
    server.modelBindings = [bindingOf(11, 'HW60P')]
    await user.click(review.getByRole('button', { name: '绑定 2 个机型' }))
    await review.findByText('1 个机型在这期间已经被绑定，保持不变：苹果 iPhone 15。')
    expect(server.modelBindings[0]).toMatchObject({ erpPhoneModelCode: 'HW60P', automatic: false })
  })
})

describe('material bindings', () => {
  test('materials are bound first, then their colours; suggestions apply only after a click', async () => {
    const { server, user } = open('/case_material_binding')
    await screen.findByText('还有 2 种材质没有绑定')
    const color = await button('绑定「硬壳手机壳 · 白色」')
    expect(color.getAttribute('aria-disabled')).toBe('true')
    await user.click(color)
    expect(server.writes()).toEqual([])

    await user.click(await button('采用「硬壳」绑定「硬壳手机壳」'))
    await screen.findByText('绑定成功')
    await user.click(await button('绑定「硬壳手机壳 · 雾蓝」'))
    const choice = await dialog()
    const options = await choice.findAllByRole('option')
    expect(options.map((one) => one.textContent)).toEqual(['白W', '黑色B'])
    const blue = options[1]
    if (blue) await user.click(blue)
    await user.click(choice.getByRole('button', { name: '绑定' }))
    // Names of two colours are asked about, and a change of mind leaves the dialog open.
    await user.click(await screen.findByRole('button', { name: '重新选择' }))
    await choice.findByText('没有绑定，请选择对应的工厂颜色')
    expect(server.colorBindings).toEqual([])
    await user.click(choice.getByRole('button', { name: '绑定' }))
    await user.click(await screen.findByRole('button', { name: '就是它' }))
    await waitFor(() => expect(server.colorBindings).toHaveLength(1))
    await user.click(await button('采用「白」绑定「硬壳手机壳 · 白色」'))
    await waitFor(() => expect(server.colorBindings).toHaveLength(2))
    expect(server.writes()).toEqual([
      'POST /api/erp/phone_case_material_bindings {"factoryId":1,"materialId":31,"erpMaterialId":"m1","erpMaterialCode":"YH"}',
      'POST /api/erp/phone_case_material_color_bindings {"factoryId":1,"materialColorId":42,"erpMaterialColorId":"c2","erpMaterialColorCode":"B"}',
      'POST /api/erp/phone_case_material_color_bindings {"factoryId":1,"materialColorId":41,"erpMaterialColorId":"c1","erpMaterialColorCode":"W"}',
    ])
    await screen.findByText('还有 1 种材质没有绑定')

    await user.click(await button('更换「硬壳手机壳」'))
    const change = await dialog()
    await change.findByText('换成另一种材质后，已绑定的 2 种颜色要重新绑定到新材质的颜色。')
    await user.click(await change.findByText('软胶'))
    await user.click(change.getByRole('button', { name: '更换' }))
    await screen.findByText('更改成功')
    await user.click(await button('解绑「硬壳手机壳」'))
    await user.click((await dialog()).getByRole('button', { name: '解除绑定' }))
    await screen.findByText('删除成功')
    expect(server.materialBindings).toEqual([])
  })
})
