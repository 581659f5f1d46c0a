import { Button, Checkbox } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { setSettings } from '../../../../design/commands/settings'
import { assetCollectionsQuery } from '../../../api/queries/assets'
import { useApi } from '../../../api/services'
import { useDesigner, useSession } from '../context'
import { type LibraryKind, libraryKinds } from '../library/library-kinds'
import { MaterialFailure, MaterialLoading } from '../library/library-panel'

/** Selects the collections that buyers of this template choose from. */
export function BoundCollections() {
  const isBound = useSession(({ doc }) => doc.boundDesignAssetCollectionIds.length > 0)
  return (
    <section className="designer-section" aria-label="买家可选的素材">
      <h3 className="designer-section-title">买家可选的素材</h3>
      <p className="designer-hint">
        {isBound ? '买家的定制页里只有勾选的分组' : '一个都没有勾选：买家可以用全部分组。勾选以后只有勾选的分组'}
      </p>
      {libraryKinds.map((kind) => (
        <Kind key={kind.key} kind={kind} />
      ))}
    </section>
  )
}

function Kind({ kind }: { readonly kind: LibraryKind }) {
  const api = useApi()
  const { session } = useDesigner()
  const bound = useSession((state) => state.doc.boundDesignAssetCollectionIds)
  const query = useQuery({ ...assetCollectionsQuery(api, kind.type), meta: { quiet: true } })
  const ids = (query.data ?? []).map((collection) => collection.id)
  const selected = ids.filter((id) => bound.includes(id))
  /** Collections of other types stay bound. */
  const write = (chosen: readonly number[]) =>
    session.run(setSettings, { boundDesignAssetCollectionIds: [...bound.filter((id) => !ids.includes(id)), ...chosen] })
  return (
    <fieldset className="designer-bound">
      <legend>
        {kind.label}
        {ids.length > 0 && (
          <span className="numeric">
            {selected.length} / {ids.length}
          </span>
        )}
      </legend>
      {ids.length > 1 && (
        <Button
          size="mini"
          type="text"
          aria-label={selected.length === ids.length ? `取消全选${kind.label}分组` : `全选${kind.label}分组`}
          onClick={() => write(selected.length === ids.length ? [] : ids)}
        >
          {selected.length === ids.length ? '取消全选' : '全选'}
        </Button>
      )}
      {!query.data &&
        (query.isError ? (
          <MaterialFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <MaterialLoading />
        ))}
      {query.data?.length === 0 && (
        <p className="designer-hint">
          还没有{kind.label}分组，
          <Link href={kind.screen} className="arco-link">
            去素材库新建
          </Link>
        </p>
      )}
      {query.data?.map(({ id, name, count }) => (
        <Checkbox
          key={id}
          checked={bound.includes(id)}
          onChange={(checked) => write(checked ? [...selected, id] : selected.filter((other) => other !== id))}
        >
          {name}
          <span className="designer-bound-count numeric">{count} 张</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
