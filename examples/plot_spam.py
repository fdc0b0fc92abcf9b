"""A spam filter that learns one message at a time
===============================================

A message is a dict of word counts. Each mistake adds to the weights of the words in its message, or subtracts from
them. Words that occur in both kinds of messages end near 0; words typical of spam or ham end far from it. The labels S
and N are from Cornwell's lecture (note 004), and the online setting is from CMU 10-301/601 Lecture 6 (note 000).
"""

import sys
from collections import Counter

from matplotlib import pyplot

from rosenblatt import online, plots

SPAM = """
free prize for you | win free cash today | claim your prize now | your free cash bonus | click now for free cash
cheap pills today | order cheap watches now | click to claim your bonus | free loan approved | win your prize today
cheap loan for you | urgent claim your cash | order now and win | click here free pills | your cheap holiday prize
free order today | bonus cash for you | you win click here | urgent free prize | cheap free watches here
"""
HAM = """
notes for the meeting | your report is here | lunch today | are you free for lunch | the meeting is moved
order of the talks | minutes and notes | can you call me today | report for the team | your train is late
thanks for the notes | dinner and a talk | the team meeting now | call me now please | holiday plans for the team
see you at lunch | thanks for your call | please send the report | free room for the meeting | late train today
"""
NEW = {
    "claim your free watches now": "spam",
    "cheap bonus here for you": "spam",
    "please call the team today": "ham",
    "your notes and minutes for lunch": "ham",
}


def words(message):
    return Counter(message.split())


def messages(text):
    return [words(message) for line in text.strip().splitlines() for message in line.split("|")]


model = online.AveragedPerceptron()
for _ in range(10):
    for spam, ham in zip(messages(SPAM), messages(HAM), strict=True):
        model.learn_one(spam, "spam")
        model.learn_one(ham, "ham")
right = sum(model.predict_one(words(message)) == label for message, label in NEW.items())

with plots.style("light"):
    figure, ax = pyplot.subplots(figsize=(7.4, 5.2), layout="constrained")
    plots.weights(model, model.feature_names, most=16, ax=ax)
    plots.save_picture(figure, sys.argv[1] if sys.argv[1:] else "spam.png")

ranked = sorted(model.weights, key=model.weights.get)
most = f"for spam most of all {', '.join(ranked[:-4:-1])}; for ham {', '.join(ranked[:3])}"
print(f"{len(ranked)} words; {most}; {right} of {len(NEW)} new messages right")
