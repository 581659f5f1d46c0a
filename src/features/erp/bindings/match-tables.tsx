import { Button } from '@arco-design/web-react'
import { useMemo } from 'react'
import type { FactoryPhoneModel } from '../../../../contract/types'
import type { Column } from '../../../ui/column'
import { DataTable } from '../../../ui/data-table'
import { FailureText } from '../../../ui/failure-view'
import { toastSuccess } from '../../../ui/toast'
import type { Selection } from '../../../ui/use-selection'
import type { Candidate, SellerModel } from '../matching/match'
import { type FoundMatch, scoreText, type UnsureModel } from '../matching/match-plan'
import { StatusTag } from '../status-tag'
import { BindingMark } from './binding-mark'
import { FactoryName, Stock } from './factory-name'
import { fullName, type ModelRow, sizeText } from './model-rows'
import { useModelBinding } from './mutations'

const listHeight = 420
const nameOf = ({ seller }: { readonly seller: SellerModel }) => fullName(seller)
const byCode = (factoryModels: readonly FactoryPhoneModel[]) =>
  new Map(factoryModels.map((factoryModel) => [factoryModel.code, factoryModel]))

interface FoundTableProps {
  readonly found: readonly FoundMatch[]
  readonly factoryModels: readonly FactoryPhoneModel[]
  readonly selection: Selection
}

/** Matches that can be bound, each with score, reason and runner-up. */
export function FoundTable({ found, factoryModels, selection }: FoundTableProps) {
  const columns = useMemo((): Column<FoundMatch>[] => {
    const modelByCode = byCode(factoryModels)
    return [
      { key: 'model', title: '机型', width: 168, render: (row) => <span title={nameOf(row)}>{nameOf(row)}</span> },
      {
        key: 'match',
        title: '工厂型号',
        render: ({ match: { factory } }) => <FactoryName name={factory.name} code={factory.code} />,
      },
      {
        key: 'size',
        title: '尺寸',
        width: 144,
        foldable: true,
        render: ({ match }) => (
          <span className="numeric">{sizeText(modelByCode.get(match.factory.code) ?? noSize) ?? '未提供'}</span>
        ),
      },
      {
        key: 'stock',
        title: '库存',
        width: 64,
        foldable: true,
        render: ({ match }) => <Stock stock={modelByCode.get(match.factory.code)?.stock ?? null} />,
      },
      {
        key: 'score',
        title: '匹配度',
        width: 72,
        render: ({ match }) => <span className="numeric">{scoreText(match.score)}</span>,
      },
      {
        key: 'reason',
        title: '原因',
        width: 152,
        render: ({ match, isTie }) =>
          isTie ? (
            <span className="erp-warning" title="工厂有另一个型号同样匹配，请核对编码后再勾选">
              工厂有同名型号，请核对
            </span>
          ) : (
            <span title={match.reason}>{match.reason}</span>
          ),
      },
      {
        key: 'second',
        title: '第二接近',
        width: 160,
        foldable: true,
        render: ({ runnerUp }) => runnerUp && <RunnerUp candidate={runnerUp} />,
      },
    ]
  }, [factoryModels])
  if (found.length === 0) return <p className="erp-match-none">没有可以直接绑定的机型。</p>
  return (
    <DataTable
      label="可以绑定的机型"
      rows={found}
      columns={columns}
      nameOf={nameOf}
      selection={selection}
      virtual={{ height: listHeight }}
    />
  )
}

const noSize = { widthMm: null, heightMm: null }

function RunnerUp({ candidate: { factory, score, reason } }: { readonly candidate: Candidate }) {
  return (
    <span className="erp-second" title={`${factory.name}（${factory.code}）：${reason}`}>
      <span className="numeric">{scoreText(score)}</span> {factory.name}
    </span>
  )
}

interface UnsureTableProps {
  readonly unsure: readonly UnsureModel[]
  readonly factoryModels: readonly FactoryPhoneModel[]
  readonly factoryId: number
  /** The code bound in this dialog, by the id of the account's model. */
  readonly manualCodes: ReadonlyMap<number, string>
  readonly onBound: (phoneModelId: number, code: string) => void
}

/** px: three candidates of 36 px each and the row's padding. */
const unsureRowHeight = 124

/** Models that the matcher leaves to a person, with the nearest candidates and why each was not taken; a click binds one. */
export function UnsureTable({ unsure, factoryModels, factoryId, manualCodes, onBound }: UnsureTableProps) {
  const columns = useMemo((): Column<UnsureModel>[] => {
    const modelByCode = byCode(factoryModels)
    return [
      {
        key: 'model',
        title: '机型',
        width: 176,
        render: (row) => (
          <span className="erp-model" title={nameOf(row)}>
            {nameOf(row)}
          </span>
        ),
      },
      {
        key: 'near',
        title: '接近的工厂型号和没有自动绑定的原因',
        render: (row) => (
          <NearCandidates
            unsure={row}
            modelByCode={modelByCode}
            factoryId={factoryId}
            boundCode={manualCodes.get(row.id) ?? null}
            onBound={onBound}
          />
        ),
      },
    ]
  }, [factoryModels, factoryId, manualCodes, onBound])
  return (
    <DataTable
      label="需要人工核对的机型"
      rows={unsure}
      columns={columns}
      nameOf={nameOf}
      virtual={{ height: listHeight, rowHeight: unsureRowHeight }}
    />
  )
}

interface NearCandidatesProps {
  readonly unsure: UnsureModel
  readonly modelByCode: ReadonlyMap<string, FactoryPhoneModel>
  readonly factoryId: number
  readonly boundCode: string | null
  readonly onBound: UnsureTableProps['onBound']
}

function NearCandidates({ unsure: { seller, near }, modelByCode, factoryId, boundCode, onBound }: NearCandidatesProps) {
  const { put } = useModelBinding(factoryId)
  const bind = ({ code }: Candidate['factory']) =>
    put.mutate(
      { phoneModelId: seller.id, erpPhoneModelCode: code },
      {
        onSuccess: () => {
          toastSuccess(boundCode === null ? '绑定成功' : '更改成功')
          onBound(seller.id, code)
        },
      },
    )
  return (
    <ul className="erp-near">
      {near.map(({ factory, score, reason }) => (
        <li key={factory.code}>
          <FactoryName name={factory.name} code={factory.code} />
          <span className="erp-near-reason" title={reason}>
            <span className="numeric">{scoreText(score)}</span> {reason}
          </span>
          <span className="numeric erp-near-size">{sizeText(modelByCode.get(factory.code) ?? noSize)}</span>
          {boundCode === factory.code ? (
            <StatusTag tone="good">已绑定</StatusTag>
          ) : (
            <Button
              size="mini"
              loading={put.isPending && put.variables.erpPhoneModelCode === factory.code}
              disabled={put.isPending}
              aria-label={`${boundCode === null ? '绑定' : '改绑'}「${fullName(seller)}」到「${factory.name}」`}
              onClick={() => bind(factory)}
            >
              {boundCode === null ? '绑定' : '改绑'}
            </Button>
          )}
        </li>
      ))}
      {put.isError && (
        <li className="erp-warning" role="alert">
          没有绑定：
          <FailureText error={put.error} />
        </li>
      )}
    </ul>
  )
}

export function MissingList({ missing }: { readonly missing: readonly SellerModel[] }) {
  return (
    <>
      <p className="erp-match-none">工厂的列表里没有接近的型号。可以问工厂是否能做，或在列表里手动选择。</p>
      <ul className="erp-missing">
        {missing.map((seller) => (
          <li key={seller.id}>{fullName(seller)}</li>
        ))}
      </ul>
    </>
  )
}

const boundColumns: readonly Column<ModelRow>[] = [
  { key: 'model', title: '机型', render: (row) => <span title={fullName(row)}>{fullName(row)}</span> },
  {
    key: 'factoryModel',
    title: '工厂型号',
    render: ({ factoryModel, binding }) =>
      factoryModel ? (
        <FactoryName name={factoryModel.name} code={factoryModel.code} />
      ) : (
        <span className="erp-lost">{binding?.erpPhoneModelCode}</span>
      ),
  },
  { key: 'state', title: '状态', width: 96, render: ({ state }) => <BindingMark state={state} /> },
]

/** Models that were bound before, listed so that nobody expects them to change. */
export function BoundTable({ rows }: { readonly rows: readonly ModelRow[] }) {
  return <DataTable label="已绑定的机型" rows={rows} columns={boundColumns} nameOf={fullName} virtual={{ height: listHeight }} />
}
