import { Button, Switch, Tag } from '@arco-design/web-react'
import { IconLink } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { customizationTiming } from '../../../contract/constants'
import { messageOf } from '../../../contract/ground/thrown'
import { shopLabel, shopTypeName } from '../../../contract/rules/shop-types'
import { customizationUrlsQuery } from '../../api/queries/shops'
import { useApi, usePlatform } from '../../api/services'
import { screens } from '../../base/paths'
import { serverNow } from '../../base/server-clock'
import { SettingSummary } from '../../customization-settings/setting-summary'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { confirmDelete, requestConfirmation } from '../../ui/confirm'
import { CopyButton } from '../../ui/copy-button'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { ListView } from '../../ui/list-view'
import { NoMatch } from '../../ui/no-match'
import { Page } from '../../ui/page'
import { ShopSelect } from '../../ui/shop-select'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastFailure, toastSuccess } from '../../ui/toast'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { useListQuery } from '../../ui/use-list-query'
import { LinkDialog } from './link-dialog'
import { LinkListing } from './link-listing'
import { LinkPicture } from './link-picture'
import { closedName, datesText, type LinkRow, linkRows } from './link-rows'
import { useLinkMutations } from './mutations'
import { QrDialog } from './qr-dialog'
import './links.css'

const pageSizes = [20, 50, 100] as const

const timingNames = {
  [customizationTiming.beforeOrder]: '下单前定制',
  [customizationTiming.afterOrder]: '下单后定制',
} as const

const nameOf = ({ shop, url, setting }: LinkRow) => `${shopLabel(shop)} ${setting.name === '' ? url : setting.name}`

const countNames = { opened: '打开', begun: '开始', submitted: '提交', ordered: '下单' } as const
const countKeys = ['opened', 'begun', 'submitted', 'ordered'] as const

/** 定制链接: lists the links of all shops and what each leads to. */
export default function LinkList() {
  const urls = useQuery(customizationUrlsQuery(useApi()))
  const [, navigate] = useLocation()
  const list = useListQuery(screens.links, pageSizes)
  const dialog = useDialog(screens.links)
  const rows = useMemo(() => urls.data && linkRows(urls.data), [urls.data])
  const editedRow = useDialogRow(dialog, 'edit', rows, '定制链接')
  const [listed, setListed] = useState<LinkRow['setting'] | null>(null)
  const qrRow = useDialogRow(dialog, 'qr', rows, '定制链接')
  const shopId = Number(list.get('shopId')) || null
  const filteredRows = shopId === null ? (rows ?? []) : (rows ?? []).filter(({ shop }) => shop.id === shopId)
  const { openLink } = usePlatform()
  const openUrl = useCallback(
    (url: string) => void openLink(url).catch((error: unknown) => toastFailure(messageOf(error))),
    [openLink],
  )
  const { switchLink, remove, renew } = useLinkMutations()
  const setLinkEnabled = useCallback(
    (setting: LinkRow['setting'], enabled: boolean) =>
      switchLink.mutate(
        { setting, enabled },
        {
          onSuccess: () => toastSuccess(enabled ? '已启用' : '已停用'),
          onError: (error) => toastFailure(error.message),
        },
      ),
    [switchLink.mutate],
  )
  const deleteOne = async ({ id, url }: LinkRow) => {
    const warning = '买家手里的这条链接和二维码会失效，不能恢复。只想暂停时，可以停用。'
    if (await confirmDelete(url, warning, () => remove.mutateAsync(id))) toastSuccess('删除成功')
  }
  const renewOne = async ({ id }: LinkRow) => {
    const asked = requestConfirmation({
      title: '更换链接地址？',
      content: '旧地址和旧二维码会失效，已经开始设计的买家不受影响。换好后请把新链接发给买家。',
      okText: '更换',
      onOk: () => renew.mutateAsync(id),
    })
    await asked.then(
      () => toastSuccess('已更换链接地址'),
      // The question was cancelled, or the app's dialog shows why it failed.
      () => undefined,
    )
  }
  const columns = useMemo(
    (): readonly Column<LinkRow>[] => [
      {
        key: 'shop',
        title: '店铺',
        width: 96,
        render: ({ shop }) => (
          <>
            <span className="links-shop">{shop.name}</span>
            <span className="links-type">{shopTypeName(shop.type)}</span>
          </>
        ),
      },
      {
        key: 'url',
        title: '定制链接',
        render: ({ url, setting }) => (
          <>
            {setting.name !== '' && <span className="links-name">{setting.name}</span>}
            <span className="links-address">
              <span className={`links-url${setting.enabled ? '' : ' is-off'}`} title={url}>
                {url}
              </span>
              <CopyButton text={url} label={`复制链接 ${url}`} />
            </span>
            <span className="links-state">
              <Switch
                size="small"
                checked={setting.enabled}
                aria-label={`启用 ${url}`}
                onChange={(on) => setLinkEnabled(setting, on)}
              />
              {setting.isDefault && <Tag size="small">默认</Tag>}
              {!setting.enabled && <Tag size="small">已停用</Tag>}
              <Dates setting={setting} />
            </span>
          </>
        ),
      },
      { key: 'counts', title: '买家走到哪一步', width: 200, render: ({ counts }) => <Counts counts={counts} /> },
      {
        key: 'setting',
        title: '配置信息',
        width: 152,
        foldable: true,
        render: ({ setting }) => <SettingSummary setting={setting} />,
      },
      {
        key: 'timing',
        title: '定制时机',
        width: 88,
        foldable: true,
        render: ({ setting }) => timingNames[setting.customizationTiming],
      },
    ],
    [setLinkEnabled],
  )
  const actions: readonly Action<LinkRow>[] = [
    { key: 'qr', label: '二维码', perform: ([row]) => row && dialog.open('qr', row.id) },
    { key: 'edit', label: '修改', perform: ([row]) => row && dialog.open('edit', row.id) },
    { key: 'preview', label: '以买家身份预览', perform: ([row]) => row && openUrl(row.previewUrl) },
    { key: 'listing', label: '生成主图', perform: ([row]) => row && setListed(row.setting) },
    { key: 'renew', label: '更换地址', perform: ([row]) => row && renewOne(row) },
    {
      key: 'delete',
      label: '删除',
      danger: true,
      refusal: ([row]) =>
        row?.setting.isDefault && filteredRows.filter(({ shop }) => shop.id === row.shop.id).length > 1
          ? '这是默认链接，请先把另一条链接设为默认'
          : null,
      perform: ([row]) => row && deleteOne(row),
    },
  ]
  const generateButton = (
    <Button type="primary" icon={<IconLink />} onClick={() => navigate(screens.newLink(shopId === null ? {} : { shopId }))}>
      生成链接
    </Button>
  )
  const shops = (urls.data ?? []).map(({ shop }) => shop)
  return (
    <Page title="定制链接" primary={rows && rows.length > 0 && generateButton}>
      <ListView result={urls} skeleton={<TableSkeleton label="正在加载定制链接" rows={5} />}>
        {() =>
          rows === undefined || rows.length === 0 ? (
            <EmptyState
              picture={<LinkPicture />}
              title="还没有定制链接"
              text="生成链接后发给买家，买家打开它就能按你的配置定制手机壳。"
              action={generateButton}
            />
          ) : (
            <>
              {shops.length > 1 && (
                <div className="filter-row">
                  <ShopSelect shops={shops} all="全部店铺" value={shopId} onChange={(id) => list.set({ shopId: id })} />
                </div>
              )}
              {filteredRows.length === 0 ? (
                <NoMatch text="这个店铺还没有定制链接。" onClear={() => list.set({ shopId: null })} />
              ) : (
                <DataTable
                  label="定制链接"
                  rows={filteredRows}
                  columns={columns}
                  nameOf={nameOf}
                  actions={actions}
                  paging={{ query: list, pageSizes, unit: '条链接' }}
                />
              )}
            </>
          )
        }
      </ListView>
      <LinkDialog row={editedRow} onClose={dialog.close} />
      <QrDialog row={qrRow} onTry={openUrl} onClose={dialog.close} />
      <LinkListing setting={listed} onClose={() => setListed(null)} />
    </Page>
  )
}

function Dates({ setting }: Pick<LinkRow, 'setting'>) {
  const text = datesText(setting)
  if (text === null) return null
  const closed = closedName(setting, serverNow())
  return (
    <>
      <span className="links-hint numeric">{text}</span>
      {closed !== null && <Tag size="small">{closed}</Tag>}
    </>
  )
}

/** How far buyers came: in all, and in the last 30 days. */
function Counts({ counts: { total, last30Days } }: Pick<LinkRow, 'counts'>) {
  return (
    <dl className="links-counts">
      {countKeys.map((key) => (
        <div key={key}>
          <dt>{countNames[key]}</dt>
          <dd className="links-count numeric">{total[key]}</dd>
          <dd className="links-hint numeric" title={`近 30 天${countNames[key]}`}>
            30 天 {last30Days[key]}
          </dd>
        </div>
      ))}
    </dl>
  )
}
