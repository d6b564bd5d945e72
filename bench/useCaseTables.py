"""Tables of docs/benchmarks/use-cases.md that come with scikit-learn.

    python3 bench/useCaseTables.py FOLDER
"""

import csv
import sys
import zipfile

import sklearn.datasets

for name, file in [("iris", "iris"), ("wine", "wine"), ("breast_cancer", "wdbc")]:
    data = getattr(sklearn.datasets, f"load_{name}")()
    with open(f"{sys.argv[1]}/{file}.csv", "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([*data.feature_names, "label"])
        writer.writerows([*map(float, row), data.target_names[label]] for row, label in zip(data.data, data.target))

data = sklearn.datasets.load_diabetes(scaled=False)
with open(f"{sys.argv[1]}/diabetes.csv", "w", newline="", encoding="utf-8") as out:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*data.feature_names, "progression"])
    writer.writerows([*map(float, row), float(y)] for row, y in zip(data.data, data.target))

# Iris as an Excel file of two sheets.
PARTS = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="flowers" sheetId="1" r:id="a"/><sheet name="notes" sheetId="2" r:id="b"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>',
}


def sheet(rows):
    text = lambda cell: f'<c t="inlineStr"><is><t>{cell}</t></is></c>'
    cells = ["".join(f"<c><v>{cell}</v></c>" if isinstance(cell, float) else text(cell) for cell in row) for row in rows]
    body = "".join(f"<row>{row}</row>" for row in cells)
    return f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{body}</sheetData></worksheet>'


iris = sklearn.datasets.load_iris()
flowers = [[*map(float, row), str(iris.target_names[label])] for row, label in zip(iris.data, iris.target)]
with zipfile.ZipFile(f"{sys.argv[1]}/iris.xlsx", "w", zipfile.ZIP_DEFLATED) as book:
    for path, text in PARTS.items():
        book.writestr(path, text)
    book.writestr("xl/worksheets/sheet1.xml", sheet([[*iris.feature_names, "label"], *flowers]))
    book.writestr("xl/worksheets/sheet2.xml", sheet([["note"], ["measured by hand"]]))
