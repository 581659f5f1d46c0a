/** The screen of automation rules: making one, trying it out, arming it; and why an order is not pushed. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { AutomationRuleRow } from '../../../contract/types'
import { fakeApi } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import { AutomationReasons } from '../orders/detail/automation-reasons'
import RuleScreen from './rule-screen'
import { newAction, newCondition, ruleProblem, ruleSentence } from './rule-texts'

const names = { shops: [{ id: 7, name: '海边小店' }], tags: [{ id: 3, name: '加急' }], factories: [{ id: 1, name: '东莞厂' }] }

const ruleOf = (change: Partial<AutomationRuleRow> = {}): AutomationRuleRow => ({
  id: 1,
  next: null,
  name: '推到东莞',
  conditions: [
    { kind: 'shop', shopIds: [7] },
    { kind: 'paidFor', minutes: 30 },
  ],
  actions: [{ kind: 'push', factoryId: 1 }],
  isOn: false,
  version: 1,
  isMoney: true,
  dailyOrders: null,
  dailyPieces: null,
  maxAgeDays: null,
  armedAt: null,
  armedBy: null,
  isTried: false,
  failures: 0,
  stoppedWhy: null,
  createdAt: Date.now(),
  lastMatchedAt: null,
  ...change,
})

test('a rule reads as a sentence, and what is missing in it is named', () => {
  expect(ruleSentence(ruleOf(), names)).toBe('当店铺是「海边小店」，并且付款已满 30 分钟，就推送到工厂「东莞厂」')
  const push = newAction('push', '')
  expect(ruleProblem('', [], [])).toBe('请填写规则的名称')
  expect(ruleProblem('推', [newCondition('shop')], [push])).toBe('请填好条件“店铺是”')
  expect(ruleProblem('推', [newCondition('designComplete')], [push])).toBe('请填好动作“推送到工厂”')
  expect(ruleProblem('推', [newCondition('clock'), { kind: 'paidFor', minutes: 0 }], [{ kind: 'push', factoryId: 1 }])).toBeNull()
})

test('a rule that pushes is armed with ceilings after its dry run', async () => {
  const user = userEvent.setup()
  let armed: unknown = null
  const { api } = fakeApi({
    automationRules: {
      list: () => ({
        paused: false,
        rules: [ruleOf(armed ? { isOn: true, dailyOrders: 4, dailyPieces: 6, armedBy: '店主' } : {})],
      }),
      tryOut: {
        version: 1,
        days: 30,
        orders: 17,
        isComplete: true,
        would: { orders: 14, pieces: 15, mostOrders: 2, mostPieces: 3 },
        refused: [{ reason: '1 个定制的型号没有绑定工厂“东莞厂”', orders: 2 }],
        unmatched: [{ reason: '有买家留言：改成红色', orders: 1 }],
        waiting: 0,
        samples: [{ orderId: 5, originalId: '27123', would: true, why: '' }],
      },
      arm: ({ body }) => {
        armed = body
        return ruleOf({ isOn: true })
      },
    },
    orderTags: { list: names.tags.map((tag) => ({ ...tag, color: 'plain', orders: 0 })) },
    shops: { list: [] },
    factories: { list: [] },
    users: { me: { username: '店主', permissions: [] } },
  })
  renderScreen(<RuleScreen />, { api })
  await user.click(await screen.findByRole('switch', { name: '启用「推到东莞」' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/单里，会推送/)
  within(dialog).getByText('14')
  within(dialog).getByText(/没有绑定工厂/)
  await user.click(within(dialog).getByRole('button', { name: '启用' }))
  await expect.poll(() => armed).toEqual({ version: 1, dailyOrders: 5, dailyPieces: 6, maxAgeDays: 7 })
})

test('an order says for each condition whether it holds, and what no rule overrides', async () => {
  const user = userEvent.setup()
  const { api } = fakeApi({
    automationRules: {
      explain: {
        rules: [
          {
            ruleId: 1,
            name: '推到东莞',
            isMoney: true,
            matches: false,
            conditions: [
              { holds: true, why: '商品都在所选商品中' },
              { holds: false, why: '付款还不满 30 分钟' },
            ],
          },
        ],
        refusals: [{ key: 'handled', text: '有人处理过这个订单，规则不再改动它' }],
        pushedBy: null,
        lookAgainAt: null,
        runs: [],
        approvals: [],
      },
    },
  })
  renderScreen(<AutomationReasons orderId={5} />, { api })
  await user.click(screen.getByRole('button', { name: '为什么没有自动推送' }))
  await screen.findByText('✗ 有人处理过这个订单，规则不再改动它')
  screen.getByText('✓ 商品都在所选商品中')
  screen.getByText('✗ 付款还不满 30 分钟')
})

test('a rule shows what it did last: when, with which order, and why not', async () => {
  const user = userEvent.setup()
  const run = { ruleId: 1, ruleName: '推到东莞', orderId: 5, orderOriginalId: '27123', at: Date.parse('2026-11-28T13:00:00Z') }
  const { api } = fakeApi({
    automationRules: {
      list: { paused: false, rules: [ruleOf({ isOn: true })] },
      runs: {
        items: [
          { ...run, id: 2, outcome: 'blocked', reasons: ['待审批'] },
          { ...run, id: 1, orderOriginalId: '27122', outcome: 'did', reasons: ['已推送 1 件'] },
        ],
        totalItems: 60,
      },
    },
    orderTags: { list: [] },
    shops: { list: [] },
    factories: { list: [] },
    users: { me: { username: '店主', permissions: [] } },
  })
  renderScreen(<RuleScreen />, { api, address: '/app/automation?dialog=runs&id=1' })
  const dialog = await screen.findByRole('dialog')
  const rows = await within(dialog).findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '2026-11-28 21:00:0027123没有推送待审批',
    '2026-11-28 21:00:0027122已执行已推送 1 件',
  ])
  expect(within(dialog).getByRole('link', { name: '27123' }).getAttribute('href')).toBe('/app/order_management?order=5')
  within(dialog).getByText('只显示最近 50 条，共 60 条。')
  await user.keyboard('{Escape}')
})
