# scikit-learn behind FastAPI and uvicorn, as its users would serve it: rows as JSON objects in, labels and probabilities out.
import json
import socket
import sys
from typing import Dict, List

import fastapi
import numpy
import sklearn
import uvicorn
from pydantic import BaseModel
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.linear_model import LogisticRegression

if sys.argv[1:] == ["describe"]:
    try:
        import uvloop  # noqa: F401

        loop = "uvloop"
    except ImportError:
        loop = "asyncio"
    print(f"scikit-learn {sklearn.__version__}, FastAPI {fastapi.__version__}, uvicorn {uvicorn.__version__} ({loop})")
    sys.exit()

with open(sys.argv[1]) as file:
    training = json.load(file)
names = training["columns"]
rows = numpy.array(training["rows"])
labels = numpy.array(training["labels"])
models = {
    "logistic": LogisticRegression(max_iter=10_000),
    "gpc": GaussianProcessClassifier(ConstantKernel() * RBF(numpy.sqrt(len(names))), random_state=1),
}
for model in models.values():
    model.fit(rows, labels)

app = fastapi.FastAPI()


class Request(BaseModel):
    rows: List[Dict[str, float]]


@app.post("/models/{name}/predict")
def predict(name: str, request: Request):
    model = models[name]
    probabilities = model.predict_proba(numpy.array([[row[column] for column in names] for row in request.rows]))
    classes = model.classes_.tolist()
    best = probabilities.argmax(axis=1)
    return {
        "predictions": [
            {"label": classes[at], "probabilities": dict(zip(classes, row))}
            for at, row in zip(best, probabilities.tolist())
        ]
    }


# Made for TCP by name, so that asyncio sends answers at once, as it does where uvicorn opens the socket.
listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listener.bind(("127.0.0.1", 0))
listener.listen(128)
print(f"uvicorn at http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, access_log=False, log_level="warning")).run(sockets=[listener])
