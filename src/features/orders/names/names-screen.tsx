/**
 * 按名单定制: one template and a list of names become a print each. The list, the look at each row, and the making are steps of one screen;
 * the making is a task that goes on when the screen is left.
 */
import { Alert, Button, Steps } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import type { Shop } from '../../../../contract/types'
import { nameTemplateQuery } from '../../../api/queries/name-lists'
import { shopsQuery } from '../../../api/queries/shops'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import { confirm } from '../../../ui/confirm'
import { FailureText } from '../../../ui/failure-view'
import { Page } from '../../../ui/page'
import { useTaskStore, useTasks } from '../../../ui/tasks'
import { useScreenParams } from '../../../ui/use-list-query'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { CheckStep } from './check-step'
import { ListStep } from './list-step'
import { MadeList } from './made-list'
import { MakeStep } from './make-step'
import { type NameItem, type NameListInput, nameListKind, nameListScope } from './name-kind'
import { type MadeRow, planOrders } from './name-orders'
import { titleOf } from './name-rows'
import { useCatalogueCases } from './use-catalogue-cases'
import { useJudgedRows } from './use-judged-rows'
import { useNameList } from './use-name-list'
import './names.css'

const stepNames = ['名单', '逐个检查', '生成'] as const
const noShops: readonly Shop[] = []

export default function NamesScreen() {
  const api = useApi()
  const [, go] = useLocation()
  const store = useTaskStore()
  const params = useScreenParams(screens.names)
  const asked = /^[1-9]\d{0,15}$/.test(params.get('template')) ? Number(params.get('template')) : null
  const work = useNameList(asked)
  const { draft } = work
  const read = useQuery({ ...nameTemplateQuery(api, draft.templateId ?? 0), enabled: draft.templateId !== null })
  const template = read.data ?? null
  const cases = useCatalogueCases()
  const shops = useQuery({ ...shopsQuery(api), meta: { quiet: true } }).data ?? noShops
  const { judged, checks } = useJudgedRows(draft, template, cases)
  const task = useTasks(nameListScope).at(-1)

  const takeDefaults = useEffectEvent(() => {
    const [only] = shops
    if (draft.shopId === null && shops.length === 1 && only) work.change({ shopId: only.id })
    if (template !== null && draft.phoneModelId === null && template.previewPhoneModelId !== null)
      work.change({ phoneModelId: template.previewPhoneModelId, materialColorId: template.previewMaterialColorId })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the defaults are taken when they are read
  useEffect(() => {
    takeDefaults()
  }, [shops, template])

  const rows: readonly MadeRow[] = judged.flatMap(({ row, drawn, state }) =>
    state === 'out' || drawn === null ? [] : [{ row, drawn }],
  )
  const name = draft.name.trim() || '名单'
  const orders = draft.shopId === null ? [] : planOrders(rows, { shopId: draft.shopId, name, mode: draft.mode })
  const stops = judged.filter(({ state }) => state === 'stop').length
  const looks = judged.filter(({ state }) => state === 'look').length
  const waiting = judged.filter(({ state, isKnown, drawn }) => state !== 'out' && drawn !== null && !isKnown).length
  const problem = [
    template === null && '请选择模板',
    template?.problem,
    draft.rows.length === 0 && '请放入名单',
    draft.asked.length > 0 && '请先选好每个文字是名单的哪一列',
    template !== null &&
      draft.rows.length > 0 &&
      draft.asked.length === 0 &&
      judged.every(({ row }) => Object.keys(row.texts).length === 0) &&
      '名单没有对应到模板的文字',
    draft.shopId === null && (shops.length === 0 ? '请先添加一个店铺' : '请选择店铺'),
    draft.step > 0 && rows.length + stops === 0 && '名单里没有要做的行',
    draft.step > 0 && stops > 0 && `还有 ${stops} 行要改，或选“这一行不做”`,
    draft.step > 0 && waiting > 0 && '正在核对文字',
    draft.step > 0 && looks > 0 && `还有 ${looks} 行有问题没有看过`,
  ].find((text) => typeof text === 'string')

  const start = useOneAtATime(async () => {
    if (template === null || checks.revision === null || problem !== undefined) return
    const id = `names-${draft.id}`
    // The same list is one task: its orders are created under its name once.
    if (store.get(id) !== undefined) return
    const input: NameListInput = {
      ...{ name, isPrintsOnly: draft.mode === 'prints', templateId: template.id, revision: checks.revision },
      orders: orders.map(({ body }) => body),
    }
    store.start<NameItem>({
      ...{ id, kind: nameListKind, scope: nameListScope, title: `按名单定制「${name}」`, input },
      items: orders.flatMap(({ rows: lines }, order) =>
        lines.map(({ row, drawn }, at) => ({
          key: `${order}-${at}`,
          name: titleOf(row),
          input: { order, line: at + 1, row: drawn },
        })),
      ),
    })
    work.discard()
  })
  const discard = async () => {
    const content = `读到的 ${draft.rows.length} 行和改过的内容会清除。`
    if (await confirm({ title: '清空这份名单？', content, okText: '清空', cancelText: '留着', danger: true })) work.discard()
  }
  const step = task === undefined ? draft.step : 2
  return (
    <Page title="按名单定制" back={{ label: '返回订单管理', go: () => go(screens.orders()) }}>
      <div className="names">
        <Steps size="small" current={step + 1} className="names-steps">
          {stepNames.map((title) => (
            <Steps.Step key={title} title={title} />
          ))}
        </Steps>
        {task !== undefined ? (
          <MadeList task={task} onNext={() => store.dismiss(task.id)} />
        ) : (
          <>
            {read.isError && <Alert type="error" content={<FailureText error={read.error} />} />}
            {read.isSuccess && read.data === null && <Alert type="error" content="这个模板不存在或已被删除，请选择别的模板" />}
            {cases.error !== null && <Alert type="error" content={<FailureText error={cases.error} />} />}
            {step === 0 && <ListStep {...{ work, template, cases, shops }} />}
            {step === 1 && template !== null && <CheckStep {...{ work, template, cases, judged, checks }} />}
            {step === 2 && <MakeStep {...{ work, judged, orders }} />}
            <footer className="names-foot">
              {draft.rows.length > 0 && step === 0 && <Button onClick={() => void discard()}>清空名单</Button>}
              {step > 0 && <Button onClick={() => work.change({ step: step - 1 })}>上一步</Button>}
              {step < 2 ? (
                <Button type="primary" disabled={problem !== undefined} onClick={() => work.change({ step: step + 1 })}>
                  {step === 0 ? '下一步：逐个检查' : '下一步：生成'}
                </Button>
              ) : (
                <Button type="primary" disabled={problem !== undefined} onClick={() => start()}>
                  生成 {rows.length} 件
                </Button>
              )}
              {problem !== undefined && (
                <span className="names-problem" role="status">
                  {problem}
                </span>
              )}
            </footer>
          </>
        )}
      </div>
    </Page>
  )
}
