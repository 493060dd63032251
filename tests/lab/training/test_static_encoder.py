"""The distillation's vectors are the transformer's own means, with and without padding."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")


def test_padding_does_not_change_a_texts_vector() -> None:
    from wherein_lab.training.encoders.static_encoder import pooled, read_by

    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=200, hidden_size=12, num_hidden_layers=2, num_attention_heads=2
    )
    model = transformers.BertModel(config).eval()
    # The padding token, which is number 0, counts like any other where it is a text of its own.
    texts = [np.array([0]), np.arange(3, 12), np.array([7, 8]), np.array([9])]
    with torch.inference_mode():
        alone = [
            model(torch.tensor([[101, *text.tolist(), 102]])).last_hidden_state[0].mean(0).numpy()
            for text in texts
        ]
    vectors = pooled(model, texts)
    assert np.allclose(vectors, np.stack(alone), atol=1e-5)
    assert np.allclose(np.linalg.norm(read_by(model, texts), axis=1), 1)


def test_rows_are_centred_and_uncorrelated() -> None:
    from wherein_lab.training.encoders.static_encoder import distilled

    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=200, hidden_size=12, num_hidden_layers=1, num_attention_heads=2
    )
    rows = distilled(transformers.BertModel(config).eval(), 200, 5)
    assert rows.shape == (200, 5)
    covariance = np.cov(rows.T)
    assert np.allclose(rows.mean(0), 0, atol=1e-5)
    assert np.allclose(covariance - np.diag(np.diag(covariance)), 0, atol=1e-4)
    assert (np.diff(np.diag(covariance)) <= 1e-6).all()
