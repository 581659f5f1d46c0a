import { useMemo, useState } from 'react'
import { libraryBrands, libraryName, libraryPhoneOf, libraryPhones, namesOf } from '../../../../contract/library/library'
import type { LibraryPhone } from '../../../../contract/library/types'
import { millimetresText } from '../../../../contract/rules/sizes'
import type { TextMatch } from '../../../base/text-match'
import { SearchField } from '../../../ui/search-field'
import { useTextMatch } from '../../../ui/use-text-match'
import { PickList, type PickRow } from './pick-list'

const hotKey = '热门'
const aliasesOf = new Map(libraryBrands.map(({ name, aliases }) => [name, aliases.join(' ')]))
/** Of each brand so many of its newest phones that sell much stand under 热门; a guess at what fits one look. */
const hotPerBrand = 3
const newestFirst = (one: LibraryPhone, other: LibraryPhone) => other.since.localeCompare(one.since)
const hotPhones = libraryBrands.flatMap(({ phones }) =>
  phones
    .filter(({ isHot }) => isHot)
    .sort(newestFirst)
    .slice(0, hotPerBrand),
)
const groups: readonly { readonly name: string; readonly phones: readonly LibraryPhone[] }[] = [
  { name: hotKey, phones: hotPhones },
  ...libraryBrands,
]

/** Phones that a search finds: by any of their names, by pinyin, and as the matcher reads it (15pm). */
function found(searchText: string, match: TextMatch): readonly LibraryPhone[] {
  const read = libraryPhoneOf('', searchText)
  const matching = libraryPhones.filter((phone) =>
    [...namesOf(phone), `${aliasesOf.get(phone.brand) ?? ''} ${phone.name}`].some((name) => match(name, searchText)),
  )
  return read === null || matching.includes(read) ? matching : [read, ...matching]
}

const rowOf = (phone: LibraryPhone, isKnown: boolean): PickRow => ({
  key: libraryName(phone),
  name: libraryName(phone),
  detail: `${phone.isApproximate ? '约 ' : ''}${millimetresText({ widthMm: phone.width, heightMm: phone.height })} · ${phone.since.replace('-', '.')}`,
  tag: isKnown ? '已有' : null,
})

interface LibraryPickerProps {
  readonly known: ReadonlySet<string>
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** Brands at the left with their counts, the phones of the chosen one at the right; a search goes over all brands. */
export function LibraryPicker({ known, chosen, onChange }: LibraryPickerProps) {
  const [group, setGroup] = useState(hotKey)
  const [searchText, setSearchText] = useState('')
  const match = useTextMatch(searchText)
  const isSearch = searchText !== ''
  const phones = useMemo(
    () => (isSearch ? found(searchText, match) : (groups.find(({ name }) => name === group)?.phones ?? [])),
    [isSearch, searchText, match, group],
  )
  const rows = useMemo(() => phones.map((phone) => rowOf(phone, known.has(libraryName(phone)))), [phones, known])
  return (
    <div className="library-panes">
      <fieldset className="library-brands" aria-label="品牌">
        {groups.map(({ name, phones: all }) => {
          const ticked = all.filter((phone) => chosen.has(libraryName(phone))).length
          return (
            <button
              key={name}
              type="button"
              className="library-brand"
              aria-pressed={!isSearch && group === name}
              onClick={() => {
                setSearchText('')
                setGroup(name)
              }}
            >
              <span>{name}</span>
              <span className="numeric">{ticked > 0 && name !== hotKey ? `${ticked}/${all.length}` : all.length}</span>
            </button>
          )
        })}
      </fieldset>
      <PickList
        label="机型"
        allLabel={isSearch ? `全选搜到的 ${rows.length} 个` : `全选「${group}」`}
        rows={rows}
        chosen={chosen}
        onChange={onChange}
        head={<SearchField value={searchText} onChange={setSearchText} label="搜索机型" placeholder="型号、拼音或 15pm" />}
        emptyText={`常用机型里没有「${searchText}」，可以用「新增型号」自己添加`}
      />
    </div>
  )
}
