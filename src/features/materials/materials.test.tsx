import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { colorRow, materialRow } from '../../../contract/test/catalogue'
import { brokenServer, fakeApi } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import { Page } from '../../ui/page'
import { MaterialList } from './material-list'

/** A simulated shop with one material of two colours; any call can be made to fail. */
function openShop() {
  const black = colorRow({ id: 11, name: '黑', defaultBackgroundColor: '#000000', next: 12 })
  let material = materialRow({ id: 1, name: '磨砂', colors: [black, colorRow({ id: 12, name: '白' })] })
  const fake = fakeApi({
    phoneCaseMaterials: {
      list: () => [material],
      update({ body: { name = material.name, needBackground = material.needBackground } }) {
        material = { ...material, name, needBackground }
        return material
      },
    },
    materialColors: {
      update({ params, body: { was: _, ...change } }) {
        const color = { ...colorRow({ id: params.id }), ...material.colors.find(({ id }) => id === params.id) }
        const { name = color.name, enabled = color.enabled, defaultBackgroundColor = color.defaultBackgroundColor } = change
        const changed = { ...color, name, enabled, defaultBackgroundColor }
        material = { ...material, colors: material.colors.map((one) => (one.id === params.id ? changed : one)) }
        return changed
      },
    },
  })
  const shown = (
    <Page title="材质与线框图">
      <MaterialList />
    </Page>
  )
  return { ...fake, user: renderScreen(shown, { api: fake.api }).user }
}

const needs = () => screen.findByRole('switch', { name: '「磨砂」需要背景' })

beforeEach(() => {
  history.replaceState(null, '', '/app/phone_case_material/material')
})

describe('手机壳材质', () => {
  test('requiring backgrounds asks for the missing ones, saves them and only then turns the requirement on', async () => {
    const { writes, user } = openShop()
    await user.click(await needs())
    const field = await screen.findByLabelText('「白」的背景色')
    expect(screen.queryByLabelText('「黑」的背景色')).toBeNull()
    expect(writes()).toEqual([])
    await user.type(field, 'fff{Enter}')
    await waitFor(() =>
      expect(writes()).toEqual([
        'PATCH /api/phone_case_materials/1/colors/12 {"defaultBackgroundColor":"#ffffff"}',
        'PATCH /api/phone_case_materials/1 {"needBackground":true}',
      ]),
    )
    await waitFor(async () => expect((await needs()).getAttribute('aria-checked')).toBe('true'))
  })

  test('when a background cannot be saved, the switch stays off and the form open', async () => {
    const { failing, writes, user } = openShop()
    failing.set('materialColors.update', brokenServer)
    await user.click(await needs())
    const field = await screen.findByLabelText<HTMLInputElement>('「白」的背景色')
    await user.type(field, '#abcdef{Enter}')
    await screen.findByText('服务器出错')
    expect(writes()).toHaveLength(1)
    expect(field.value).toBe('#abcdef')
    expect((await needs()).getAttribute('aria-checked')).toBe('false')
  })
})

describe('颜色管理', () => {
  test('the colours open from the address, disabling one asks first, and a refusal resets its switch', async () => {
    history.replaceState(null, '', '/app/phone_case_material/material?dialog=colors&id=1')
    const { failing, writes, dialogs, user } = openShop()
    const enabled = () => screen.getByRole('switch', { name: '启用「黑」' })
    await screen.findByText('共 2 种颜色')
    await user.click(enabled())
    await screen.findByText(/「磨砂」材质「黑」颜色的线框图即使已经上架，买家也看不到/)
    expect(writes()).toEqual([])
    failing.set('materialColors.update', brokenServer)
    await user.click(screen.getByRole('button', { name: '停用「黑」' }))
    await waitFor(() => expect(writes()).toEqual(['PATCH /api/phone_case_materials/1/colors/11 {"enabled":false}']))
    await waitFor(() => expect(dialogs).toEqual(['服务器出错']))
    await waitFor(() => expect(enabled().getAttribute('aria-checked')).toBe('true'))
  })

  test('a colour takes a preset’s background and keeps a typed name', async () => {
    history.replaceState(null, '', '/app/phone_case_material/material?dialog=colors&id=1')
    const { writes, user } = openShop()
    await user.click(await screen.findByRole('button', { name: '修改「白」' }))
    const presets = await screen.findByRole('list', { name: '常用颜色' })
    expect(within(presets).getAllByRole('button')).toHaveLength(15)
    await user.click(within(presets).getByRole('button', { name: '樱花粉' }))
    expect(screen.getByLabelText<HTMLInputElement>('颜色名称').value).toBe('白')
    await user.type(screen.getByLabelText('颜色名称'), '{Enter}')
    await waitFor(() =>
      expect(writes()).toEqual([
        'PATCH /api/phone_case_materials/1/colors/12 {"name":"白","defaultBackgroundColor":"#f7cfd8","was":{"name":"白","defaultBackgroundColor":null}}',
      ]),
    )
  })
})
