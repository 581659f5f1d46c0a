import { Link, useParams } from 'wouter'
import { helpPath } from '../../base/links'
import { Page } from '../../ui/page'
import { helpTexts } from './texts'
import { helpTopics } from './topics'

/** 帮助文档: all topics beside the one that is open. */
export default function HelpScreen() {
  const { topic: id } = useParams<{ topic?: string }>()
  const topic = helpTopics.find((one) => one.id === id) ?? helpTopics[0]
  return (
    <Page title="帮助文档">
      <div className="help">
        <nav aria-label="帮助主题" className="help-topics">
          <ul>
            {helpTopics.map((one) => (
              <li key={one.id}>
                <Link href={helpPath(one.id)} aria-current={one.id === topic.id ? 'page' : undefined}>
                  {one.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <article className="help-text">
          <h2>{topic.title}</h2>
          {helpTexts[topic.id].map((text) => (
            <p key={text}>{text}</p>
          ))}
        </article>
      </div>
    </Page>
  )
}
