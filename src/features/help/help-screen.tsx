import { useMemo, useState } from 'react'
import { Link, useParams } from 'wouter'
import { helpPath, screens } from '../../base/paths'
import { LinkButton } from '../../ui/link-button'
import { Page } from '../../ui/page'
import { SearchField } from '../../ui/search-field'
import { useTextMatch } from '../../ui/use-text-match'
import { helpTexts } from './texts'
import { helpTopics } from './topics'

const areas = [...new Set(helpTopics.map(({ area }) => area))]

/** 帮助文档: lists all topics by area beside the open one; a search covers titles, also by pinyin, and texts. */
export default function HelpScreen() {
  const { topic: id } = useParams<{ topic?: string }>()
  const topic = helpTopics.find((one) => one.id === id) ?? helpTopics[0]
  const [words, setWords] = useState('')
  const match = useTextMatch(words)
  const found = useMemo(
    () =>
      helpTopics.filter(
        ({ id: one, area, title }) =>
          match(area, words) || match(title, words) || helpTexts[one].some((text) => text.includes(words.trim())),
      ),
    [words, match],
  )
  return (
    <Page title="帮助文档">
      <div className="help">
        <nav aria-label="帮助主题" className="help-topics">
          <SearchField value={words} onChange={setWords} label="搜索帮助" />
          {found.length === 0 && (
            <p className="help-none" role="status">
              没有提到「{words}」的帮助
            </p>
          )}
          {areas.map((area) => {
            const topics = found.filter((one) => one.area === area)
            return (
              topics.length > 0 && (
                <section key={area} aria-label={area}>
                  <h2>{area}</h2>
                  <ul>
                    {topics.map((one) => (
                      <li key={one.id}>
                        <Link href={helpPath(one.id)} aria-current={one.id === topic.id ? 'page' : undefined}>
                          {one.title}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </section>
              )
            )
          })}
        </nav>
        <article className="help-text">
          <h2>{topic.title}</h2>
          {helpTexts[topic.id].map((text) => (
            <p key={text}>{text}</p>
          ))}
          {topic.id === 'sub-account' && <LinkButton href={screens.subAccounts.path}>管理子账号</LinkButton>}
        </article>
      </div>
    </Page>
  )
}
