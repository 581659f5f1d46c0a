import { Alert, Button, Switch } from '@arco-design/web-react'
import { IconDelete, IconEdit, IconExperiment, IconHistory, IconPlus } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readers } from '../../../contract/permissions'
import type { AutomationRuleRow } from '../../../contract/types'
import { automationKeys, automationQuery, orderTagsQuery } from '../../api/queries/automation'
import { factoriesQuery } from '../../api/queries/erp'
import { meQuery } from '../../api/queries/session'
import { shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { beijingMinute } from '../../base/beijing-time'
import { screens } from '../../base/paths'
import { serverNow } from '../../base/server-clock'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { confirmDelete, showMessage } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { RulePicture } from '../../ui/empty-pictures'
import { FailureText } from '../../ui/failure-view'
import { ListView } from '../../ui/list-view'
import { Page } from '../../ui/page'
import { SortFailure } from '../../ui/sort-failure'
import { TableSkeleton } from '../../ui/table-skeleton'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { useSort } from '../../ui/use-sort'
import { RuleDialog } from './rule-dialog'
import { type Names, ruleSentence } from './rule-texts'
import { RunDialog } from './run-dialog'
import { TryDialog } from './try-dialog'
import './rules.css'

const idleMs = 30 * 24 * 60 * 60_000

const nameOf = ({ name }: AutomationRuleRow): string => name

function stateText(rule: AutomationRuleRow): string {
  if (rule.stoppedWhy !== null) return rule.stoppedWhy
  if (!rule.isOn) return '未启用'
  const { lastMatchedAt, createdAt } = rule
  if ((lastMatchedAt ?? createdAt) < serverNow() - idleMs) return '30 天没有命中'
  const limits = rule.isMoney ? `每天最多 ${rule.dailyOrders} 单 ${rule.dailyPieces} 件，${rule.armedBy} 启用；` : ''
  return `${limits}${lastMatchedAt === null ? '还没有命中' : `上次命中 ${beijingMinute(lastMatchedAt)}`}`
}

/** 自动规则: what is done with orders by itself; rules stand in the order in which they run. */
export default function RuleScreen() {
  const api = useApi()
  const queries = useQueryClient()
  const { may } = usePermissions()
  const query = automationQuery(api)
  const state = useQuery(query)
  const me = useQuery(meQuery(api))
  const names: Names = {
    shops: useQuery(shopsQuery(api)).data ?? [],
    tags: useQuery(orderTagsQuery(api)).data ?? [],
    factories: useQuery({ ...factoriesQuery(api), enabled: may(readers.factory) }).data ?? [],
  }
  const dialog = useDialog(screens.rules)
  const edited = useDialogRow(dialog, 'edit', state.data?.rules, '规则')
  const tried = useDialogRow(dialog, 'try', state.data?.rules, '规则')
  const looked = useDialogRow(dialog, 'runs', state.data?.rules, '规则')
  const mayChange = may(['orders'])
  const reload = () => queries.invalidateQueries({ queryKey: automationKeys.all })
  const attempt = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => showMessage('没有成功', <FailureText error={error} />))
    await reload()
  }
  const sort = useSort<AutomationRuleRow>({
    items: state.data?.rules,
    send: ({ id, next }) => api.automationRules.order({ params: { id }, body: { next } }, { quiet: true }),
    reload: () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { throwOnError: true }),
  })
  const switchRule = (rule: AutomationRuleRow, isOn: boolean): void => {
    if (isOn && rule.isMoney) dialog.open('try', rule.id)
    else void attempt(api.automationRules.update({ params: { id: rule.id }, body: { isOn } }, { quiet: true }))
  }
  const columns: readonly Column<AutomationRuleRow>[] = [
    {
      key: 'on',
      title: '启用',
      width: 72,
      render: (rule) => (
        <Switch
          size="small"
          checked={rule.isOn}
          disabled={!mayChange}
          aria-label={`启用「${rule.name}」`}
          onChange={(isOn) => switchRule(rule, isOn)}
        />
      ),
    },
    {
      key: 'name',
      title: '规则',
      render: (rule) => (
        <>
          <b>{rule.name}</b>
          <p className="rule-line">{ruleSentence(rule, names)}</p>
        </>
      ),
    },
    { key: 'state', title: '状态', width: 260, render: (rule) => <span className="rule-line">{stateText(rule)}</span> },
  ]
  const actions: readonly Action<AutomationRuleRow>[] = [
    {
      key: 'try',
      label: '试算',
      icon: <IconExperiment />,
      where: 'row',
      perform: ([rule]) => rule && dialog.open('try', rule.id),
    },
    {
      key: 'runs',
      label: '执行记录',
      icon: <IconHistory />,
      where: 'row',
      perform: ([rule]) => rule && dialog.open('runs', rule.id),
    },
    { key: 'edit', label: '修改', icon: <IconEdit />, where: 'row', perform: ([rule]) => rule && dialog.open('edit', rule.id) },
    {
      key: 'delete',
      label: '删除',
      icon: <IconDelete />,
      danger: true,
      where: 'row',
      perform: async ([rule]) => {
        if (!rule) return
        const remove = () => api.automationRules.remove({ params: { id: rule.id } }, { quiet: true })
        if (await confirmDelete(rule.name, '规则和它的执行记录会一起删除，不能恢复。', remove)) await reload()
      },
    },
  ]
  const isPaused = state.data?.paused === true
  const pause = () => attempt(api.automationRules.pause({ body: { paused: !isPaused } }, { quiet: true }))
  const addButton = mayChange && (
    <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add')}>
      新增规则
    </Button>
  )
  const hasRules = (state.data?.rules.length ?? 0) > 0
  const buttons = mayChange && (hasRules || isPaused) && (
    <>
      <Button status={isPaused ? 'success' : 'danger'} onClick={() => void pause()}>
        {isPaused ? '恢复全部规则' : '停用全部规则'}
      </Button>
      {hasRules && addButton}
    </>
  )
  return (
    <Page title="自动规则" actions={buttons}>
      <p className="rule-hint">
        不推送的规则从上到下执行；会推送的规则，一个订单只能符合一条，符合两条就都不执行。退款、搁置、有人处理过的订单永远不会自动推送。
      </p>
      {isPaused && <Alert type="warning" content="全部规则已停用，订单由人处理。" />}
      <SortFailure sort={sort} />
      <ListView result={state} skeleton={<TableSkeleton label="正在加载规则" />}>
        {({ rules }) =>
          rules.length === 0 ? (
            <EmptyState
              picture={<RulePicture />}
              title="还没有规则"
              text="例如：付款满 30 分钟、没有留言、定制图够清晰的订单，自动推送到工厂。"
              action={addButton}
            />
          ) : (
            <DataTable
              label="自动规则"
              rows={sort.items}
              columns={columns}
              nameOf={nameOf}
              {...(mayChange && { actions, onMove: sort.move })}
            />
          )
        }
      </ListView>
      <RuleDialog
        visible={dialog.name === 'add' || (dialog.name === 'edit' && edited !== null)}
        rule={dialog.name === 'edit' ? (edited ?? undefined) : undefined}
        names={names}
        username={me.data?.username ?? ''}
        onClose={dialog.close}
      />
      <TryDialog visible={dialog.name === 'try'} rule={tried ?? undefined} onClose={dialog.close} />
      <RunDialog visible={dialog.name === 'runs'} rule={looked ?? undefined} onClose={dialog.close} />
    </Page>
  )
}
