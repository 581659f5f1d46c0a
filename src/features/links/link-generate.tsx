import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { customizationTiming } from '../../../contract/constants'
import type { Shop } from '../../../contract/types'
import { customizationUrlsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { useChosenShops } from '../../api/use-chosen-shops'
import { screens } from '../../base/paths'
import { newDraft } from '../../customization-settings/setting-draft'
import { SettingFields } from '../../customization-settings/setting-fields'
import { EmptyState } from '../../ui/empty'
import { GuardedForm, leaveForm } from '../../ui/guarded-form'
import { LinkButton } from '../../ui/link-button'
import { ListView } from '../../ui/list-view'
import { NoShopsGiven } from '../../ui/no-shops'
import { Page } from '../../ui/page'
import { ShopSelect } from '../../ui/shop-select'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastSuccess } from '../../ui/toast'
import { useScreenParams } from '../../ui/use-list-query'
import { datesProblemOf, emptyLabel, readLabel } from './label-draft'
import { LinkFields } from './link-fields'
import { LinkPicture } from './link-picture'
import { LivePhone } from './live-phone'
import { useLinkMutations } from './mutations'
import { missingNote, useLinkDraft } from './use-link-draft'
import './links.css'

/** 生成链接: creates a link of a shop. */
export default function LinkGenerate() {
  const urls = useQuery(customizationUrlsQuery(useApi()))
  const hasChosenShops = useChosenShops()
  const [, navigate] = useLocation()
  const returnToList = () => navigate(screens.links.path)
  // The list shows the new link with its code, to be copied, printed and tried.
  const showLink = (id: number) => navigate(screens.links({ dialog: 'qr', id }), { replace: true })
  return (
    <Page title="生成链接" back={{ label: '返回定制链接', go: () => leaveForm(returnToList) }}>
      <ListView result={urls} skeleton={<TableSkeleton label="正在加载店铺" rows={5} />}>
        {(shopUrls) =>
          shopUrls.length === 0 && hasChosenShops ? (
            <NoShopsGiven />
          ) : shopUrls.length === 0 ? (
            <EmptyState
              picture={<LinkPicture />}
              title="先添加一个店铺"
              text="链接属于店铺：添加店铺后，就能在这里生成它的定制链接。"
              action={<LinkButton href={screens.shops.path}>去店铺设置</LinkButton>}
            />
          ) : (
            <Fields
              shops={shopUrls.map(({ shop }) => shop)}
              hasLink={(shopId) =>
                shopUrls.some(({ shop, customizationUrls }) => shop.id === shopId && customizationUrls.length > 0)
              }
              hasOtherPage={shopUrls.some(({ customizationUrls }) =>
                customizationUrls.some(({ previewUrl }) => previewUrl === null),
              )}
              onBack={returnToList}
              onMade={showLink}
            />
          )
        }
      </ListView>
    </Page>
  )
}

interface FieldsProps {
  readonly shops: readonly Shop[]
  readonly hasLink: (shopId: number) => boolean
  readonly hasOtherPage: boolean
  readonly onBack: () => void
  /** Called with the id of the new link. */
  readonly onMade: (id: number) => void
}

function Fields({ shops, hasLink, hasOtherPage, onBack, onMade }: FieldsProps) {
  const params = useScreenParams(screens.newLink)
  const [shopId, setShopId] = useState<number | null>(() => {
    const shopFromAddress = shops.find(({ id }) => String(id) === params.get('shopId'))
    return shopFromAddress?.id ?? (shops.length === 1 ? (shops[0]?.id ?? null) : null)
  })
  const [isDefault, setDefault] = useState(false)
  const { draft, setDraft, isDirty, markAttempted, content, problems, missingCount } = useLinkDraft(newDraft)
  const [saveAttempted, setSaveAttempted] = useState(false)
  const [label, setLabel] = useState(emptyLabel)
  const datesProblem = datesProblemOf(label)
  const { create } = useLinkMutations()
  const made = useRef<number | null>(null)
  // The first link of a shop is always its default.
  const isFirst = shopId !== null && !hasLink(shopId)
  const save = async () => {
    markAttempted()
    setSaveAttempted(true)
    if (shopId === null || content === null || datesProblem !== null) return false
    const { id } = await create.mutateAsync({ shopId, content, isDefault: isDefault || isFirst, label: readLabel(label) })
    made.current = id
    toastSuccess('生成成功')
    return true
  }
  const noShop = saveAttempted && shopId === null
  return (
    <div className="links-generate">
      <GuardedForm
        isDirty={isDirty || isDefault || label !== emptyLabel}
        okText="生成链接"
        save={save}
        onSaved={() => (made.current === null ? onBack() : onMade(made.current))}
        onCancel={onBack}
        note={missingNote(missingCount + (noShop ? 1 : 0) + (datesProblem === null ? 0 : 1))}
      >
        <section className="links-part" aria-label="店铺">
          <h2 className="links-title">店铺</h2>
          <ShopSelect shops={shops} value={shopId} onChange={setShopId} />
          {noShop && (
            <p className="links-problem" role="alert">
              请选择店铺
            </p>
          )}
        </section>
        <SettingFields draft={draft} onChange={setDraft} problems={problems} />
        <LinkFields
          timing={customizationTiming.beforeOrder}
          onTiming={null}
          label={label}
          onLabel={setLabel}
          datesProblem={datesProblem}
          isDefault={isDefault}
          onDefault={setDefault}
          hasOtherPage={hasOtherPage}
          fixedReason={isFirst ? '店铺的第一条链接就是默认链接' : null}
        />
      </GuardedForm>
      {!hasOtherPage && <LivePhone shopId={shopId} content={content} timing={customizationTiming.beforeOrder} />}
    </div>
  )
}
