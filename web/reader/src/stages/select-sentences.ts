// The selection stage: answers a topic request ("tell me about X") with whole sentences, without a reader. Ignores
// other questions. The twin of Python's `wherein.answering.stages.select_sentences`; the cases are in
// contracts/select-sentences.json.

import type { PreparedPage } from "../prepared/prepared-page.ts";
import { isEnglish } from "../prepared/prepared-page.ts";
import { requestedTopic } from "../question/topic-request.ts";
import type { FoundAnswer } from "../reading.ts";
import type { TopicSentences } from "./topic-sentences.ts";

const MOST_SENTENCES = 8;

/** The sentences about the topic asked for, in reading order; none for any other question. */
export function selectSentences(
  question: string,
  page: PreparedPage,
  topics: TopicSentences,
): FoundAnswer[] {
  const topic = isEnglish(page.language) ? requestedTopic(question) : null;
  if (topic === null) return [];
  return topics
    .select(topic, page.main, MOST_SENTENCES)
    .map(({ sentence: { span, passage }, probability }) => {
      const text = page.text.slice(span.start, span.end);
      return {
        text,
        span,
        quote: text,
        quoteSpan: span,
        section: passage.section,
        confidence: probability,
        evidence: false,
      };
    });
}
